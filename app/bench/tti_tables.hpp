// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// Two tables as in "Using the semi-stencil algorithm to accelerate high-order stencils on GPUs" (Sai et al., Tables
/// III and IV): seconds per 1000 steps and per node, then arithmetic intensity and the bound of the memory. They
/// include the published rows of an A100 and a V100. Empty without rows.
std::string bench_tti_tables(const std::vector<StepTiming>& rows);

}  // namespace wavesim
