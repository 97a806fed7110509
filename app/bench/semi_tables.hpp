// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// The row of the fastest block. If several rows have the same block, the one with the most steps counts. nullptr if
/// there is none.
const StepTiming* best_block(const std::vector<StepTiming>& rows, const std::string& backend,
                             const std::string& stencil, const Extent& extent, Precision precision);

/// Tables III, IV and V of Sai et al.: own values beside the published ones.
std::string bench_semi_tables(const std::vector<StepTiming>& rows);

}  // namespace wavesim
