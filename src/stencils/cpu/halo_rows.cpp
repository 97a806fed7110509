// SPDX-License-Identifier: MIT
#include "stencils/cpu/halo_rows.hpp"

namespace wavesim::cpu {

template <class T>
typename HaloRows<T>::Images HaloRows<T>::images_along(std::int64_t n, std::int64_t halo, HaloRule low, HaloRule high) {
    Images images(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) images[static_cast<std::size_t>(i)].push_back({i, T(1)});
    const auto add = [&](std::int64_t to) {
        const HaloImage image = halo_image(to, n, low, high);
        if (image.sign != 0) images[static_cast<std::size_t>(image.node)].push_back({to, static_cast<T>(image.sign)});
    };
    for (std::int64_t j = 0; j < halo; ++j) add(-1 - j);
    for (std::int64_t j = 0; j < halo; ++j) add(n + j);
    return images;
}

template <class T>
HaloRows<T>::HaloRows(const FieldLayout& layout, const std::array<HaloRule, 6>& rules) : layout_(layout) {
    const Extent& extent = layout.extent;
    const auto along_x = images_along(extent.nx, layout.halo_x, rules[0], rules[1]);
    for (std::int64_t x = 0; x < extent.nx; ++x) {
        const auto& images = along_x[static_cast<std::size_t>(x)];
        for (std::size_t k = 1; k < images.size(); ++k) x_images_.push_back({images[k].to, x, images[k].sign});
    }
    y_images_ = images_along(extent.ny, layout.halo_y, rules[2], rules[3]);
    z_images_ = images_along(extent.nz, layout.halo_z, rules[4], rules[5]);
}

template <class T>
void HaloRows<T>::fetch(const T* field, std::int64_t y, std::int64_t z) const {
    const T* const row = field + layout_.at(0, y, z);
    __builtin_prefetch(row - 1, 1);
    __builtin_prefetch(row + layout_.extent.nx, 1);
}

template <class T>
void HaloRows<T>::write_images(T* field, std::int64_t y, std::int64_t z) const {
    T* row = field + layout_.at(0, y, z);
    for (const XImage& image : x_images_) row[image.to] = image.sign * row[image.from];
    // Mirrors on a node reach one node further than mirrors between nodes.
    const auto is_inner = [](std::int64_t i, std::int64_t halo, std::int64_t n) {
        return i > halo && i < n - 1 - halo;
    };
    if (is_inner(y, layout_.halo_y, layout_.extent.ny) && is_inner(z, layout_.halo_z, layout_.extent.nz)) return;
    for (const Image& to_z : z_images_[static_cast<std::size_t>(z)]) {
        for (const Image& to_y : y_images_[static_cast<std::size_t>(y)]) {
            T* image = field + layout_.at(0, to_y.to, to_z.to);
            if (image == row) continue;
            const T sign = to_y.sign * to_z.sign;
            for (std::int64_t x = -layout_.halo_x; x < layout_.extent.nx + layout_.halo_x; ++x)
                image[x] = sign * row[x];
        }
    }
}

template class HaloRows<float>;
template class HaloRows<double>;

}  // namespace wavesim::cpu
