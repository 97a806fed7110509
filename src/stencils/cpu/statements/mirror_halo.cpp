// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/mirror_halo.hpp"

#include <utility>

namespace wavesim::cpu {

namespace {

std::int64_t halo_along(const FieldLayout& layout, int axis) {
    return axis == 0 ? layout.halo_x : axis == 1 ? layout.halo_y : layout.halo_z;
}

}  // namespace

template <class T>
MirrorHalo<T>::MirrorHalo(const FieldLayout& layout, const std::array<AxisMirror, 3>& mirrors) : layout_(layout) {
    for (const int axis : {0, 1, 2}) {
        const auto a = static_cast<std::size_t>(axis);
        const std::int64_t halo = halo_along(layout, axis);
        images_[a] = side_values<T>(mirrors[a], layout.extent.along(axis), halo);
        if (halo > 0 && mirrors[a].half) low_[a] = -1;
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
    const auto sum = [values](const SideValue<T>& image, const std::array<std::int64_t, 3>& from, std::int64_t x) {
        T total = image.count == 0 ? T(0) : image.weight[0] * values[from[0] + x];
        for (std::size_t i = 1; i < static_cast<std::size_t>(image.count); ++i)
            total = total + image.weight[i] * values[from[i] + x];
        return total;
    };
    const auto fill_row = [&](const SideValue<T>& image, const auto& row_of) {
        std::array<std::int64_t, 3> from{};
        for (std::size_t i = 0; i < 3; ++i) from[i] = row_of(image.from[i]);
        const std::int64_t to = row_of(image.to);
        for (std::int64_t x = -layout_.halo_x; x < e.nx + layout_.halo_x; ++x) values[to + x] = sum(image, from, x);
    };
    const auto [z_from, z_to] = mine(low_[2], e.nz);
    for (std::int64_t z = z_from; z < z_to; ++z) {
        for (std::int64_t y = low_[1]; y < e.ny; ++y)
            for (const SideValue<T>& image : images_[0])
                values[layout_.at(0, y, z) + image.to] = sum(image, image.from, layout_.at(0, y, z));
        for (const SideValue<T>& image : images_[1])
            fill_row(image, [&](std::int64_t y) { return layout_.at(0, y, z); });
    }
    member.wait_for_all();
    const auto [y_from, y_to] = mine(-layout_.halo_y, e.ny + layout_.halo_y);
    for (const SideValue<T>& image : images_[2])
        for (std::int64_t y = y_from; y < y_to; ++y)
            fill_row(image, [&](std::int64_t z) { return layout_.at(0, y, z); });
    member.wait_for_all();
}

template class MirrorHalo<float>;
template class MirrorHalo<double>;

}  // namespace wavesim::cpu
