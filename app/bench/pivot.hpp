// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// Stencils (or grids, where there is one stencil only) down, backends across, CTPN in picoseconds; one table per
/// precision and grid size. With a backend named texture.loop a last column gives what a naive count predicts from its
/// 7 points: CTPN7 (K + 1) / 8.
std::string bench_pivot(const std::vector<StepTiming>& rows);

}  // namespace wavesim
