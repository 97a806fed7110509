// SPDX-License-Identifier: MIT
#pragma once
#include "io/scene_faults.hpp"
#include "studies/study.hpp"

namespace wavesim {

/// Names the cases of a study by a pattern with {parameter} and {index} (empty: case_{index}). `index` counts from 1
/// and is padded to the width of the largest. Adds a fault for an unknown word and for the first two cases with the
/// same name.
void name_cases(Study& study, const std::string& pattern, Place place, SceneFaults& faults);

/// A value in the form for tables and names: short, without quotes.
std::string shown_value(const std::string& value);

}  // namespace wavesim
