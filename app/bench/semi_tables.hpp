// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// The row of the fastest block; of rows of one block that with the most steps. nullptr where there is none.
const StepTiming* best_block(const std::vector<StepTiming>& rows, const std::string& backend,
                             const std::string& stencil, const Extent& extent, Precision precision);

/// Tables III, IV and V of Sai et al., ours beside what they published.
std::string bench_semi_tables(const std::vector<StepTiming>& rows);

}  // namespace wavesim
