// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/mirror_halo.hpp"

#include <utility>

namespace wavesim::cpu {

namespace {

using equations::is_zero_there;
using equations::Mirror;

/// Values of a run that a cubic needs, beside one on the side.
constexpr std::int64_t least_values = 4;

std::int64_t halo_along(const FieldLayout& layout, int axis) {
    return axis == 0 ? layout.halo_x : axis == 1 ? layout.halo_y : layout.halo_z;
}

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

}  // namespace

template <class T>
MirrorHalo<T>::MirrorHalo(const FieldLayout& layout, const std::array<AxisMirror, 3>& mirrors) : layout_(layout) {
    for (const int axis : {0, 1, 2}) {
        const auto a = static_cast<std::size_t>(axis);
        const AxisMirror& mirror = mirrors[a];
        const std::int64_t n = layout.extent.along(axis);
        const std::int64_t halo = halo_along(layout, axis);
        if (halo == 0) continue;
        const std::int64_t low = mirror.half ? -1 : 0;
        low_[a] = low;
        // Twice the coordinate of the sides.
        const std::int64_t low_side = mirror.half ? -2 : -1;
        const std::int64_t high_side = mirror.half ? 2 * (n - 1) : 2 * n - 1;
        const auto mirrored = [&](std::int64_t to) {
            std::int64_t from = to;
            T sign = 1;
            while (from < low || from >= n) {
                const bool below = from < low;
                from = (below ? low_side : high_side) - from;
                if (is_zero_there(below ? mirror.low : mirror.high)) sign = -sign;
            }
            const bool on_side = mirror.half && ((from == -1 && is_zero_there(mirror.low)) ||
                                                 (from == n - 1 && is_zero_there(mirror.high)));
            return on_side ? Image{to} : Image{to, 1, {from}, {sign}};
        };
        const auto add = [&](bool high, std::int64_t away) {
            const Mirror there = high ? mirror.high : mirror.low;
            const bool curved = equations::is_one_sided(there) && n - low >= least_values;
            images_[a].push_back(curved ? beyond(high, away, there, mirror.half, n)
                                        : mirrored(high ? n - 1 + away : low - away));
        };
        if (mirror.half && is_zero_there(mirror.low)) images_[a].push_back({-1});
        if (mirror.half && is_zero_there(mirror.high)) images_[a].push_back({n - 1});
        for (std::int64_t j = 1; j <= halo; ++j) {
            if (j <= halo + low) add(false, j);
            add(true, j);
        }
    }
}

/// The value `away` values beyond the last one of its own, on a polynomial.
template <class T>
auto MirrorHalo<T>::beyond(bool high, std::int64_t away, Mirror mirror, bool half, std::int64_t n) const -> Image {
    const std::int64_t last = high ? n - 1 : half ? -1 : 0;
    const std::int64_t inwards = high ? -1 : 1;
    // In cells inwards from the last value: first the 0 on the side, which needs no value, then the values.
    const bool zero = is_zero_there(mirror);
    const std::int64_t first = zero && half ? 1 : 0;
    const auto next = static_cast<double>(first);
    const double at = -static_cast<double>(away);
    const std::array<double, 4> cubic = polynomial<4>({half ? 0 : -0.5, next, next + 1, next + 2}, at);
    const std::array<double, 3> parabola = polynomial<3>({0, 1, 2}, at);
    Image image{last - inwards * away, 3};
    for (std::size_t i = 0; i < 3; ++i) {
        image.from[i] = last + inwards * (first + static_cast<std::int64_t>(i));
        image.weight[i] = static_cast<T>(zero ? cubic[i + 1] : parabola[i]);
    }
    return image;
}

template <class T>
void MirrorHalo<T>::fill(const TeamMember& member, T* values) const {
    const Extent& e = layout_.extent;
    const auto mine = [&member](std::int64_t from, std::int64_t to) {
        const std::int64_t count = to - from;
        return std::pair(from + count * member.number() / member.size(),
                         from + count * (member.number() + 1) / member.size());
    };
    const auto sum = [values](const Image& image, const std::array<std::int64_t, 3>& from, std::int64_t x) {
        T total = image.count == 0 ? T(0) : image.weight[0] * values[from[0] + x];
        for (std::size_t i = 1; i < static_cast<std::size_t>(image.count); ++i)
            total = total + image.weight[i] * values[from[i] + x];
        return total;
    };
    const auto fill_row = [&](const Image& image, const auto& row_of) {
        std::array<std::int64_t, 3> from{};
        for (std::size_t i = 0; i < 3; ++i) from[i] = row_of(image.from[i]);
        const std::int64_t to = row_of(image.to);
        for (std::int64_t x = -layout_.halo_x; x < e.nx + layout_.halo_x; ++x) values[to + x] = sum(image, from, x);
    };
    const auto [z_from, z_to] = mine(low_[2], e.nz);
    for (std::int64_t z = z_from; z < z_to; ++z) {
        for (std::int64_t y = low_[1]; y < e.ny; ++y)
            for (const Image& image : images_[0])
                values[layout_.at(0, y, z) + image.to] = sum(image, image.from, layout_.at(0, y, z));
        for (const Image& image : images_[1]) fill_row(image, [&](std::int64_t y) { return layout_.at(0, y, z); });
    }
    member.wait_for_all();
    const auto [y_from, y_to] = mine(-layout_.halo_y, e.ny + layout_.halo_y);
    for (const Image& image : images_[2])
        for (std::int64_t y = y_from; y < y_to; ++y)
            fill_row(image, [&](std::int64_t z) { return layout_.at(0, y, z); });
    member.wait_for_all();
}

template class MirrorHalo<float>;
template class MirrorHalo<double>;

}  // namespace wavesim::cpu
