// SPDX-License-Identifier: MIT
#include "stencils/tti/layer_taper.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace wavesim {

namespace {

/// What is kept along one axis of the grid: 1 inside, a raised cosine over the first `share` of a layer, then 0.
template <class Share>
std::vector<double> kept_along(std::int64_t nodes, std::int64_t low, std::int64_t high, const Share& share) {
    const auto kept = [&](std::int64_t inside, std::int64_t width) {
        if (inside >= width) return 1.0;
        const double depth = static_cast<double>(width - inside) / static_cast<double>(width);
        return 0.5 - 0.5 * std::cos(std::numbers::pi * std::clamp(1 - depth / share(width), 0.0, 1.0));
    };
    std::vector<double> values;
    for (std::int64_t i = 0; i < nodes; ++i) values.push_back(kept(i, low) * kept(nodes - 1 - i, high));
    return values;
}

/// The axis leaning by a share of its tilt from z.
std::array<double, 3> lean(std::array<double, 3> n, double share) {
    if (n[2] < 0) n = {-n[0], -n[1], -n[2]};
    const double across = std::hypot(n[0], n[1]);
    if (across == 0) return n;
    const double tilt = share * std::atan2(across, n[2]);
    return {n[0] / across * std::sin(tilt), n[1] / across * std::sin(tilt), std::cos(tilt)};
}

/// Calls change(node, kept) at every node of which less than 1 is kept.
template <class Share, class Change>
void for_each_tapered(const Extent& extent, const std::array<std::int64_t, 6>& width, const Share& share,
                      const Change& change) {
    const std::vector<double> x_kept = kept_along(extent.nx, width[0], width[1], share);
    const std::vector<double> y_kept = kept_along(extent.ny, width[2], width[3], share);
    const std::vector<double> z_kept = kept_along(extent.nz, width[4], width[5], share);
    std::size_t i = 0;
    for (const double of_z : z_kept)
        for (const double of_y : y_kept)
            for (const double of_x : x_kept) {
                const double kept = of_x * of_y * of_z;
                if (kept < 1) change(i, kept);
                ++i;
            }
}

}  // namespace

void taper_in_layers(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width) {
    const auto half = [](std::int64_t) { return 0.5; };
    for_each_tapered(extent, width, half, [&](std::size_t i, double kept) {
        const auto epsilon = static_cast<double>(medium.epsilon[i]);
        const auto delta = static_cast<double>(medium.delta[i]);
        medium.delta[i] = static_cast<float>(epsilon - (epsilon - delta) * kept);
        std::array<double, 3> n;
        for (std::size_t d = 0; d < 3; ++d) n[d] = static_cast<double>(medium.axis[d][i]);
        n = lean(n, kept);
        for (std::size_t d = 0; d < 3; ++d) medium.axis[d][i] = static_cast<float>(n[d]);
    });
}

void taper_to_isotropic(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width) {
    const auto undamped = [](std::int64_t nodes) {
        return static_cast<double>(nodes - K73Layer::damped(nodes)) / static_cast<double>(nodes);
    };
    for_each_tapered(extent, width, undamped, [&](std::size_t i, double kept) {
        medium.epsilon[i] *= static_cast<float>(kept);
        medium.delta[i] *= static_cast<float>(kept);
    });
}

}  // namespace wavesim
