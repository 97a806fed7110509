// SPDX-License-Identifier: MIT
#include "stencils/problem/tilted_medium.hpp"

#include <algorithm>
#include <cmath>

#include "stencils/scheme/weights.hpp"

namespace wavesim {

double tti_courant_limit(int dims, double most_epsilon) {
    // The trace of the symbol matrix, (1 + 2 eps) h + z <= (1 + 2 eps) |k|^2, is an upper bound of its larger
    // eigenvalue.
    return 2 / std::sqrt(dims * leggy_symbol_max(4) * (1 + 2 * std::max(0.0, most_epsilon)));
}

}  // namespace wavesim
