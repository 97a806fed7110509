// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "io/scene_faults.hpp"

namespace wavesim {

/// Where a character of a YAML text value stands in the file; `start` is where the value begins there. The value and
/// the file have in common the characters that are no space, in order: quotes, block signs and breaks of lines are
/// others.
Place place_in_value(const std::string& file_text, const Place& start, const std::string& value, std::size_t at);

}  // namespace wavesim
