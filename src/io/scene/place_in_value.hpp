// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "io/scene_faults.hpp"

namespace wavesim {

/// Position in the file of a character of a YAML text value; `start` is the position of the value. Value and file
/// contain the same non-space characters in the same order; quotes, block signs and line breaks may differ.
Place place_in_value(const std::string& file_text, const Place& start, const std::string& value, std::size_t at);

}  // namespace wavesim
