// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/grid/grid.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// What the threads of a form take per node besides moving the fields [ps], of K points and radius R in float:
/// constant + point K + reach R + reach2 R^2 + point_reach K R, and that times `in_double` in double. Fitted to 7 to
/// 461 points and R = 1 to 20 (docs/performance.md).
struct ThreadCost {
    double constant = 0, point = 0, reach = 0, reach2 = 0, point_reach = 0;
    double in_double = 1;
    /// Code with every point written out, which no longer fits the instruction cache; measured at 461 points [ps per
    /// point].
    double uncached_point = 0;

    double ps(const Stencil& stencil, Precision precision) const;
};

}  // namespace wavesim
