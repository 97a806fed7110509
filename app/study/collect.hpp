// SPDX-License-Identifier: MIT
#pragma once
#include "app/study/study_input.hpp"

namespace wavesim {

/// `study collect`: writes collected.h5 and collected.csv into the folder `into`; if empty, into that of the study.
void collect(const StudyInput& input, const std::string& into, bool json);

}  // namespace wavesim
