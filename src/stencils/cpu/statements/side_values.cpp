// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/side_values.hpp"

namespace wavesim::cpu {

namespace {

using equations::is_zero_there;
using equations::Mirror;

/// Values of a run that a cubic needs, beside one on the side.
constexpr std::int64_t least_values = 4;

/// Weights at `at` of the values of a polynomial through points (Lagrange).
template <std::size_t n>
std::array<double, n> polynomial(const std::array<double, n>& points, double at) {
    std::array<double, n> weights;
    weights.fill(1);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (i != j) weights[i] *= (at - points[j]) / (points[i] - points[j]);
    return weights;
}

/// The value `away` values beyond the last one of its own, on a polynomial.
template <class T>
SideValue<T> on_polynomial(bool high, std::int64_t away, Mirror mirror, bool half, std::int64_t n) {
    const std::int64_t last = high ? n - 1 : half ? -1 : 0;
    const std::int64_t inwards = high ? -1 : 1;
    // In cells inwards from the last value: first the 0 on the side, which needs no value, then the values.
    const bool zero = is_zero_there(mirror);
    const std::int64_t first = zero && half ? 1 : 0;
    const auto next = static_cast<double>(first);
    const double at = -static_cast<double>(away);
    const std::array<double, 4> cubic = polynomial<4>({half ? 0 : -0.5, next, next + 1, next + 2}, at);
    const std::array<double, 3> parabola = polynomial<3>({0, 1, 2}, at);
    SideValue<T> value{last - inwards * away, 3};
    for (std::size_t i = 0; i < 3; ++i) {
        value.from[i] = last + inwards * (first + static_cast<std::int64_t>(i));
        value.weight[i] = static_cast<T>(zero ? cubic[i + 1] : parabola[i]);
    }
    return value;
}

template <class T>
SideValue<T> mirror_image(const AxisMirror& mirror, std::int64_t n, std::int64_t to) {
    const std::int64_t low = mirror.half ? -1 : 0;
    // Twice the coordinate of the sides.
    const std::int64_t low_side = mirror.half ? -2 : -1;
    const std::int64_t high_side = mirror.half ? 2 * (n - 1) : 2 * n - 1;
    std::int64_t from = to;
    T sign = 1;
    while (from < low || from >= n) {
        const bool below = from < low;
        from = (below ? low_side : high_side) - from;
        if (is_zero_there(below ? mirror.low : mirror.high)) sign = -sign;
    }
    const bool own = from >= mirror.first_own() && from < mirror.end_own(n);
    return own ? SideValue<T>{to, 1, {from}, {sign}} : SideValue<T>{to};
}

}  // namespace

std::array<AxisMirror, 3> mirrors_of(const equations::Field& field, const std::array<HaloRule, 6>& rules, int order) {
    std::array<AxisMirror, 3> mirrors;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto of = [&](HaloRule rule) {
            const Mirror asked = rule == HaloRule::odd_half ? field.release[axis] : field.rigid[axis];
            return equations::image_of_order(asked, order);
        };
        mirrors[axis] = {field.half[axis], of(rules[2 * axis]), of(rules[2 * axis + 1])};
    }
    return mirrors;
}

template <class T>
std::vector<SideValue<T>> side_values(const AxisMirror& mirror, std::int64_t n, std::int64_t halo) {
    std::vector<SideValue<T>> values;
    if (halo == 0) return values;
    const std::int64_t low = mirror.half ? -1 : 0;
    const auto add = [&](bool high, std::int64_t away) {
        const Mirror there = high ? mirror.high : mirror.low;
        const bool curved = equations::is_one_sided(there) && n - low >= least_values;
        values.push_back(curved ? on_polynomial<T>(high, away, there, mirror.half, n)
                                : mirror_image<T>(mirror, n, high ? n - 1 + away : low - away));
    };
    if (mirror.half && is_zero_there(mirror.low)) values.push_back({-1});
    if (mirror.half && is_zero_there(mirror.high)) values.push_back({n - 1});
    for (std::int64_t j = 1; j <= halo; ++j) {
        if (j <= halo + low) add(false, j);
        add(true, j);
    }
    return values;
}

template std::vector<SideValue<float>> side_values(const AxisMirror&, std::int64_t, std::int64_t);
template std::vector<SideValue<double>> side_values(const AxisMirror&, std::int64_t, std::int64_t);

}  // namespace wavesim::cpu
