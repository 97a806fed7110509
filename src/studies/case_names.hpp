// SPDX-License-Identifier: MIT
#pragma once
#include "io/scene_faults.hpp"
#include "studies/study.hpp"

namespace wavesim {

/// Names the cases of a study by a text with {parameter} and {index} in it (empty: case_{index}), where `index` counts
/// from 1 and is as wide as the largest. Adds a fault for an unknown word and for the first two cases with one name.
void name_cases(Study& study, const std::string& pattern, Place place, SceneFaults& faults);

/// A value as tables and names show it: short, without quotes.
std::string shown_value(const std::string& value);

}  // namespace wavesim
