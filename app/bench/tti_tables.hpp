// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/measure/measure.hpp"

namespace wavesim {

/// Two tables in the shape of Tables III and IV of "Using the semi-stencil algorithm to
/// accelerate high-order stencils on GPUs" (Sai et al.): seconds per 1000 steps and per node, then arithmetic
/// intensity against the bound of the memory; the published rows of an A100 and a V100 beside ours. Empty without rows.
std::string bench_tti_tables(const std::vector<StepTiming>& rows);

}  // namespace wavesim
