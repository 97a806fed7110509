// SPDX-License-Identifier: MIT
#include "stencils/scheme/staggered_weights.hpp"

namespace wavesim {

std::vector<double> staggered_weights(int half_order) {
    std::vector<double> s;
    for (int m = 1; m <= half_order; ++m) {
        // ((2M-1)!!)^2 / (4^{M-1} (M+m-1)! (M-m)!) factor by factor, so that nothing overflows
        double weight = 1;
        for (int k = 1; k <= half_order; ++k) weight *= (2.0 * k - 1) * (2.0 * k - 1) / 4;
        for (int k = 1; k <= half_order + m - 1; ++k) weight /= k;
        for (int k = 1; k <= half_order - m; ++k) weight /= k;
        s.push_back((m % 2 == 1 ? 4 : -4) * weight / ((2.0 * m - 1) * (2.0 * m - 1)));
    }
    return s;
}

}  // namespace wavesim
