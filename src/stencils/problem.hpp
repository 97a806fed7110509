// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/grid.hpp"
#include "stencils/passes.hpp"
#include "stencils/stencil.hpp"

namespace wavesim {

/// All that a backend needs to advance a field in time: u+ = 2u - u- + courant^2 L u + passes.
/// Fixed before step 0. Fields start at zero.
struct StencilProblem {
    Extent extent;
    Precision precision = Precision::float32;
    Stencil stencil;
    double courant = 0;  ///< c T / X
    WallPasses walls;
    std::vector<Injection> sources;
    std::vector<PointWeights> receivers;
};

}  // namespace wavesim
