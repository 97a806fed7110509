// SPDX-License-Identifier: MIT
#include "stencils/tti/source_taper.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace wavesim {

double taper_share(double cells) {
    const double depth = std::clamp(cells / source_radius - 1, 0.0, 1.0);
    return 0.5 - 0.5 * std::cos(std::numbers::pi * depth);
}

void taper_around(TiltedMedium& medium, const Extent& extent, const Node& source) {
    constexpr int reach = 2 * source_radius;
    const auto range = [](std::int64_t at, std::int64_t n) {
        return std::pair(std::max<std::int64_t>(0, at - reach), std::min(n, at + reach + 1));
    };
    const auto [x0, x1] = range(source.x, extent.nx);
    const auto [y0, y1] = range(source.y, extent.ny);
    const auto [z0, z1] = range(source.z, extent.nz);
    for (std::int64_t z = z0; z < z1; ++z)
        for (std::int64_t y = y0; y < y1; ++y)
            for (std::int64_t x = x0; x < x1; ++x) {
                const double away = std::hypot(static_cast<double>(x - source.x), static_cast<double>(y - source.y),
                                               static_cast<double>(z - source.z));
                const double kept = taper_share(away);
                const auto i = static_cast<std::size_t>(extent.index(x, y, z));
                const auto epsilon = static_cast<double>(medium.epsilon[i]);
                medium.delta[i] = static_cast<float>(epsilon - (epsilon - static_cast<double>(medium.delta[i])) * kept);
            }
}

}  // namespace wavesim
