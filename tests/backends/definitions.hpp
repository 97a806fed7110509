// SPDX-License-Identifier: MIT
// Definitions that the references of the tests share, written down without the product: what lies beyond the sides of a
// grid, and the weights of central differences.
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/problem/passes.hpp"

namespace wavesim::test {

/// Where the value beyond a side comes from: a node of the grid and a sign, 0 where it is 0.
struct Image {
    std::int64_t node;
    int sign;
};

/// The rules of HaloRule for the value at t of nodes 0 ... n - 1, one reflection at a time.
inline Image image_of(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high) {
    if (t >= 0 && t < n) return {t, 1};
    const HaloRule rule = t < 0 ? low : high;
    const std::int64_t j = t < 0 ? -1 - t : t - n;  // counts outwards
    const auto inwards = [&](std::int64_t k) { return t < 0 ? k : n - 1 - k; };
    if (rule == HaloRule::zero) return {0, 0};
    if (rule == HaloRule::mirror_whole && n == 1) return {0, 1};
    const Image image = image_of(inwards(rule == HaloRule::mirror_whole ? 1 + j : j), n, low, high);
    return {image.node, rule == HaloRule::odd_half ? -image.sign : image.sign};
}

/// Weights at 0 of the `derivative`-th derivative of the polynomial through values at `places` (Fornberg, Math. Comp.
/// 51 (1988), 699, algorithm of section 2), places near 0 first.
inline std::vector<long double> derivative_weights(const std::vector<long double>& places, std::size_t derivative) {
    std::vector<std::vector<long double>> c(places.size(), std::vector<long double>(derivative + 1, 0.0L));
    c[0][0] = 1;
    long double before = 1;
    for (std::size_t i = 1; i < places.size(); ++i) {
        long double product = 1;
        for (std::size_t j = 0; j < i; ++j) {
            const long double apart = places[i] - places[j];
            product *= apart;
            if (j + 1 == i)
                for (std::size_t k = derivative + 1; k-- > 0;)
                    c[i][k] = before / product *
                              ((k > 0 ? static_cast<long double>(k) * c[j][k - 1] : 0) - places[j] * c[j][k]);
            for (std::size_t k = derivative + 1; k-- > 0;)
                c[j][k] = (places[i] * c[j][k] - (k > 0 ? static_cast<long double>(k) * c[j][k - 1] : 0)) / apart;
        }
        before = product;
    }
    std::vector<long double> weights;
    for (const auto& row : c) weights.push_back(row[derivative]);
    return weights;
}

/// Weights at the places 1 ... M, or 1/2 ... M - 1/2, of the difference of order 2M over both sides of 0.
inline std::vector<double> one_side(int half_order, std::size_t derivative, bool half_nodes) {
    std::vector<long double> places;
    if (!half_nodes) places.push_back(0);
    for (int m = 1; m <= half_order; ++m) {
        const long double place = half_nodes ? m - 0.5L : static_cast<long double>(m);
        places.insert(places.end(), {place, -place});
    }
    const std::vector<long double> weights = derivative_weights(places, derivative);
    std::vector<double> right;
    for (std::size_t i = half_nodes ? 0 : 1; i < weights.size(); i += 2)
        right.push_back(static_cast<double>(weights[i]));
    return right;
}

/// c_m of sum_m c_m (u_{i+m} - u_{i-m}).
inline std::vector<double> first_difference(int half_order) { return one_side(half_order, 1, false); }
/// a_m of sum_m a_m (u_{i+m} + u_{i-m} - 2 u_i).
inline std::vector<double> second_difference(int half_order) { return one_side(half_order, 2, false); }
/// s_m of sum_m s_m (u_{i+m-1/2} - u_{i-m+1/2}).
inline std::vector<double> staggered_difference(int half_order) { return one_side(half_order, 1, true); }

}  // namespace wavesim::test
