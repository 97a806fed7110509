// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim::tti {

// Differences along one axis, in units of the spacing; [m - 1] is the weight of the neighbours m nodes away.

/// Second difference of order 8: sum_m w_m (u_m + u_{-m} - 2 u_0); the same as leggy-4.
inline constexpr double second_difference[4] = {8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
/// First difference of order 8: sum_m w_m (u_m - u_{-m}).
inline constexpr double first_difference[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
/// First difference of order 4. Mixed derivatives of k73 are tensor products of it.
inline constexpr double mixed_difference[2] = {2.0 / 3, -1.0 / 12};

/// Weights of neighbours 1 ... 8 of a symmetric difference.
struct WideDifference {
    double at[8];
};
/// R = D D - (second difference), where D is the first difference of order 8: the part of a second derivative that D D
/// misses, O(k^10). Its symbol lies between 0 and 6.51, so a stiffness stays positive when it is added. Symmetric,
/// applied as sum_m w_m (u_m + u_{-m} - 2 u_0).
constexpr WideDifference hourglass_difference() {
    WideDifference r{};
    const auto d = [](int j) {
        return j == 0 || j > 4 || j < -4 ? 0.0 : j > 0 ? first_difference[j - 1] : -first_difference[-j - 1];
    };
    for (int m = 1; m <= 8; ++m) {
        double product = 0;
        for (int j = -4; j <= 4; ++j) product += d(j) * d(m - j);
        r.at[m - 1] = product - (m <= 4 ? second_difference[m - 1] : 0);
    }
    return r;
}
inline constexpr WideDifference hourglass = hourglass_difference();

/// Reach of each operator, in nodes.
inline constexpr int k73_radius = 4;
inline constexpr int self_adjoint_radius = 8;

}  // namespace wavesim::tti
