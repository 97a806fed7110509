// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/mirror_halo.hpp"

namespace wavesim::cpu {

namespace {

using equations::Mirror;

std::int64_t halo_along(const FieldLayout& layout, int axis) {
    return axis == 0 ? layout.halo_x : axis == 1 ? layout.halo_y : layout.halo_z;
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
        const auto add = [&](std::int64_t to) {
            std::int64_t from = to;
            T sign = 1;
            while (from < low || from >= n) {
                const bool below = from < low;
                from = (below ? low_side : high_side) - from;
                if ((below ? mirror.low : mirror.high) == Mirror::odd) sign = -sign;
            }
            const bool on_side = mirror.half && ((from == -1 && mirror.low == Mirror::odd) ||
                                                 (from == n - 1 && mirror.high == Mirror::odd));
            images_[a].push_back({to, from, on_side ? T(0) : sign});
        };
        if (mirror.half && mirror.low == Mirror::odd) images_[a].push_back({-1, -1, T(0)});
        if (mirror.half && mirror.high == Mirror::odd) images_[a].push_back({n - 1, n - 1, T(0)});
        for (std::int64_t j = 1; j <= halo; ++j) {
            if (-j < low) add(-j);
            add(n - 1 + j);
        }
    }
}

template <class T>
void MirrorHalo<T>::fill(const TeamMember& member, T* values) const {
    const Extent& e = layout_.extent;
    const auto mine = [&member](std::int64_t from, std::int64_t to) {
        const std::int64_t count = to - from;
        return std::pair(from + count * member.number() / member.size(),
                         from + count * (member.number() + 1) / member.size());
    };
    const auto copy_row = [&](std::int64_t to, std::int64_t from, T sign) {
        for (std::int64_t x = -layout_.halo_x; x < e.nx + layout_.halo_x; ++x)
            values[to + x] = sign == T(0) ? T(0) : sign * values[from + x];
    };
    const auto [z_from, z_to] = mine(low_[2], e.nz);
    for (std::int64_t z = z_from; z < z_to; ++z) {
        for (std::int64_t y = low_[1]; y < e.ny; ++y) {
            T* const row = values + layout_.at(0, y, z);
            for (const Image& image : images_[0])
                row[image.to] = image.sign == T(0) ? T(0) : image.sign * row[image.from];
        }
        for (const Image& image : images_[1])
            copy_row(layout_.at(0, image.to, z), layout_.at(0, image.from, z), image.sign);
    }
    member.wait_for_all();
    const auto [y_from, y_to] = mine(-layout_.halo_y, e.ny + layout_.halo_y);
    for (const Image& image : images_[2])
        for (std::int64_t y = y_from; y < y_to; ++y)
            copy_row(layout_.at(0, y, image.to), layout_.at(0, y, image.from), image.sign);
    member.wait_for_all();
}

template class MirrorHalo<float>;
template class MirrorHalo<double>;

}  // namespace wavesim::cpu
