// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "io/scene_faults.hpp"

namespace wavesim {

/// Line and column in the file of each character of a YAML text value. Quotes, block signs and line breaks between
/// lines are skipped: only characters other than spaces are common to value and file. The result has one more place,
/// behind the last character.
std::vector<Place> places_in(const std::string& file_text, const Place& start, const std::string& value);

}  // namespace wavesim
