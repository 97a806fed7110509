// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/measure/step_timing.hpp"

namespace wavesim {

/// CTPN in picoseconds: rows are stencils (or grids, if there is only one stencil), columns are backends. There is one
/// table per precision and grid size. With the backend texture.loop a last column shows the naive prediction from its 7
/// points: CTPN7 (K + 1) / 8.
std::string bench_pivot(const std::vector<StepTiming>& rows);

}  // namespace wavesim
