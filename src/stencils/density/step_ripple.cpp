// SPDX-License-Identifier: MIT
#include "stencils/density/step_ripple.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "stencils/density/density_operator.hpp"

namespace wavesim {

namespace {

constexpr int reach = 8;  // nodes; values beyond it are below 1e-4

/// The inverse of D+ minus that for M = 1, at the distances 1/2, 3/2, ... from a half node; odd in the distance.
/// (1 / pi) integral over 0 .. pi of sin(k m) (1 / (2 sum_m s_m sin((m - 1/2) k)) - 1 / (2 sin(k / 2))) dk
std::array<double, reach> inverse_beyond_first_order(int half_order) {
    constexpr int wave_numbers = 256;
    const std::vector<double> s = staggered_weights(half_order);
    std::array<double, reach> inverse{};
    for (int w = 0; w < wave_numbers; ++w) {
        const double k = (w + 0.5) / wave_numbers * std::numbers::pi;
        double difference = 0;
        for (std::size_t m = 0; m < s.size(); ++m)
            difference += 2 * s[m] * std::sin((static_cast<double>(m) + 0.5) * k);
        const double more = (1 / difference - 0.5 / std::sin(k / 2)) / wave_numbers;
        for (std::size_t n = 0; n < reach; ++n) inverse[n] += more * std::sin(k * (static_cast<double>(n) + 0.5));
    }
    return inverse;
}

}  // namespace

double step_ripple(int half_order, double away) {
    static const auto tables = [] {
        std::array<std::array<double, reach>, most_density_half_order + 1> all{};
        for (int m = 2; m <= most_density_half_order; ++m)
            all[static_cast<std::size_t>(m)] = inverse_beyond_first_order(m);
        return all;
    }();
    const std::array<double, reach>& inverse = tables.at(static_cast<std::size_t>(half_order));
    double ripple = 0;
    for (int n = -reach; n < reach; ++n) {
        const double behind = std::clamp(n + 1 + away, 0.0, 1.0);  // fraction of the half node's cell that lies behind
                                                                   // the step
        const double at_node =
            n >= 0 ? -inverse[static_cast<std::size_t>(n)] : inverse[static_cast<std::size_t>(-1 - n)];
        ripple += at_node * behind;
    }
    return ripple;
}

}  // namespace wavesim
