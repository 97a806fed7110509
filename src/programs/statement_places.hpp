// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "io/scene_faults.hpp"

namespace wavesim {

/// Where each character of a YAML text value stands in the file. Quotes, block signs and line breaks between lines are
/// skipped: what the value and the file have in common are the characters that are no space. One place more than
/// characters: that behind the last one.
std::vector<Place> places_in(const std::string& file_text, const Place& start, const std::string& value);

}  // namespace wavesim
