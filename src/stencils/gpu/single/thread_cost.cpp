// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/thread_cost.hpp"

#include <algorithm>

namespace wavesim {

double ThreadCost::ps(const Stencil& stencil, Precision precision) const {
    constexpr int most_cached_points = 400;
    const double k = point_count(stencil);
    const double r = radius(stencil);
    double ps = constant + point * k + reach * r + reach2 * r * r + point_reach * k * r;
    if (k > most_cached_points) ps = std::max(ps, uncached_point * k);
    return precision == Precision::float64 ? in_double * ps : ps;
}

}  // namespace wavesim
