// SPDX-License-Identifier: MIT
#include "stencils/tti/layer_taper.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "stencils/grid/node_boxes.hpp"
#include "stencils/tti/layer_turn.hpp"

namespace wavesim {

namespace {

/// The kept fraction along one grid axis: 1 inside, a raised cosine over the first `share` of a layer, then 0.
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

double tilted_share(std::int64_t) { return SelfAdjointLayer::tilted; }

/// The grid axis nearest to n; z if another axis is equally near.
std::size_t nearest_axis(const std::array<double, 3>& n) {
    constexpr double rounding = 1e-6;
    std::size_t nearest = 2;
    for (const std::size_t d : {0U, 1U})
        if (std::abs(n[d]) > std::abs(n[nearest]) + rounding) nearest = d;
    return nearest;
}

/// n rotated towards that axis until a fraction `kept` of the angle is left.
std::array<double, 3> turned(std::array<double, 3> n, std::size_t towards, double kept) {
    if (n[towards] < 0) n = {-n[0], -n[1], -n[2]};
    const double across = std::sqrt(std::max(0.0, 1 - n[towards] * n[towards]));
    if (across == 0) return n;
    const double angle = kept * std::acos(std::min(1.0, n[towards]));
    for (std::size_t d = 0; d < 3; ++d) n[d] = d == towards ? std::cos(angle) : n[d] / across * std::sin(angle);
    return n;
}

/// Calls change(i, kept along x, y, z) at every node of layers in a part of the grid; i is the node's index in the
/// part.
template <class Share, class Change>
void for_each_tapered(const Extent& extent, const NodeBox& part, const std::array<std::int64_t, 6>& width,
                      const Share& share, const Change& change) {
    const std::vector<double> x_kept = kept_along(extent.nx, width[0], width[1], share);
    const std::vector<double> y_kept = kept_along(extent.ny, width[2], width[3], share);
    const std::vector<double> z_kept = kept_along(extent.nz, width[4], width[5], share);
    const auto at = [](const std::vector<double>& kept, std::int64_t i) { return kept[static_cast<std::size_t>(i)]; };
    for_each_node(part, part, [&](const Node& n, std::size_t i) {
        const std::array<double, 3> kept{at(x_kept, n.x), at(y_kept, n.y), at(z_kept, n.z)};
        if (kept[0] < 1 || kept[1] < 1 || kept[2] < 1) change(i, kept);
    });
}

/// Upper bound of h G_1 + G_3 for a plane wave, relative to the maximum of S, for any axis and any initial weights of
/// R. S = D D + R. D D contributes at most max(1, h) along every axis. R contributes, where the sum is largest, 1 along
/// one axis and h along the others. `one` and `other` bound the maxima of max(1, h) D D + R and max(1, h) D D + h R,
/// relative to that of S.
double stiffest_waves(double h, int dims) {
    const double one = std::max(1.0, 1 + 0.45 * (h - 1.388));
    const double other = h >= 1 ? h : std::max(h, 0.421 + 0.41 * h);
    return (dims - 1) * other + one;
}

/// Largest stable factor of v^2 in a layer.
double most_speed(double h, int dims) { return dims * std::max(1.0, h) / stiffest_waves(h, dims); }

std::array<double, 3> axis_of(const TiltedMedium& medium, std::size_t i) {
    std::array<double, 3> n;
    for (std::size_t d = 0; d < 3; ++d) n[d] = static_cast<double>(medium.axis[d][i]);
    return n;
}

/// Damping per step that prevents growth of noise in layers of these widths. With 8 nodes noise grew between blocks of
/// 0 and 90 degrees with 0.0005, and between blocks of -40 and 40 degrees without damping. With 0.001 the reflection of
/// layers of 20 nodes around a vertical axis is -52 instead of -59 dB.
double quieting(const std::array<std::int64_t, 6>& width, bool far) {
    const bool some_thin =
        std::any_of(width.begin(), width.end(), [](auto w) { return w > 0 && w < SelfAdjointLayer::quiet; });
    return some_thin ? 2e-3 : far ? 1e-3 : 0;
}

void damp_noise(TiltedMedium& medium, double most) {
    for (std::size_t d = 0; d < 3; ++d) {
        medium.damping[d].clear();
        for (const double kept : medium.kept[d]) medium.damping[d].push_back(static_cast<float>(most * (1 - kept)));
    }
}

}  // namespace

double layer_speed_cut(const std::array<double, 3>& axis, double epsilon, int dims) {
    const double h = 1 + 2 * epsilon;
    const auto stiffness = [&](const std::array<double, 3>& n, std::size_t d) { return h + (1 - h) * n[d] * n[d]; };
    const std::array<double, 3> upright = turned(axis, nearest_axis(axis), 0);
    double most = 0;
    for (std::size_t d = 0; d < 3; ++d)
        if (dims == 3 || d != 1)
            most = std::max(most, std::log(stiffness(upright, d) / stiffness(axis, d) / most_speed(h, dims)));
    return most;
}

LayerTilt tilt_in_layers(const std::array<double, 3>& axis, double epsilon, const std::array<double, 3>& kept,
                         std::size_t layer_axis, int dims) {
    const double h = 1 + 2 * epsilon;
    LayerTilt tilt{turned(axis, layer_axis, kept[0] * kept[1] * kept[2]), 1};
    const double gone = 3 - kept[0] - kept[1] - kept[2];
    if (gone == 0) return tilt;
    for (std::size_t d = 0; d < 3; ++d) {  // in corners, the mean over their layers
        const auto stiffness = [&](const std::array<double, 3>& n) { return h + (1 - h) * n[d] * n[d]; };
        tilt.speed *= std::pow(stiffness(tilt.axis) / stiffness(axis), (1 - kept[d]) / gone);
    }
    tilt.speed = std::min(tilt.speed, most_speed(h, dims));
    return tilt;
}

std::array<std::int64_t, 3> layer_nodes_by_axis(const TiltedMedium& medium, const Extent& extent, const NodeBox& part,
                                                const std::array<std::int64_t, 6>& width) {
    std::array<std::int64_t, 3> nodes{};
    for_each_tapered(extent, part, width, tilted_share, [&](std::size_t i, const std::array<double, 3>&) {
        if (medium.epsilon[i] != 0 || medium.delta[i] != 0) ++nodes[nearest_axis(axis_of(medium, i))];
    });
    return nodes;
}

std::size_t commonest_axis(const std::array<std::int64_t, 3>& nodes_by_axis) {
    std::size_t axis = 2;
    for (const std::size_t d : {0U, 1U})
        if (nodes_by_axis[d] > nodes_by_axis[axis]) axis = d;
    return axis;
}

bool turns_far(const std::array<std::int64_t, 3>& nodes_by_axis) {
    return std::count(nodes_by_axis.begin(), nodes_by_axis.end(), 0) < 2;
}

void turn_in_layers(TiltedMedium& medium, const Extent& extent, const NodeBox& part,
                    const std::array<std::int64_t, 6>& width, std::size_t layer_axis) {
    const int dims = extent.ny == 1 ? 2 : 3;
    medium.layer_speed.assign(medium.epsilon.size(), 1);
    for_each_tapered(extent, part, width, tilted_share, [&](std::size_t i, const std::array<double, 3>& kept) {
        const LayerTilt tilt =
            tilt_in_layers(axis_of(medium, i), static_cast<double>(medium.epsilon[i]), kept, layer_axis, dims);
        for (std::size_t d = 0; d < 3; ++d) medium.axis[d][i] = static_cast<float>(tilt.axis[d]);
        medium.layer_speed[i] = static_cast<float>(tilt.speed);
    });
}

void taper_in_layers(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width) {
    for (std::size_t d = 0; d < 3; ++d)
        medium.kept[d] = kept_along(extent.along(static_cast<int>(d)), width[2 * d], width[2 * d + 1], tilted_share);
    const std::array<std::int64_t, 3> nodes = layer_nodes_by_axis(medium, extent, all_nodes(extent), width);
    medium.layer_axis = commonest_axis(nodes);
    turn_in_layers(medium, extent, all_nodes(extent), width, medium.layer_axis);
    medium.turned_far = turns_far(nodes);
    if (const double most = quieting(width, medium.turned_far); most > 0) damp_noise(medium, most);
}

void fade_in_layers(TiltedMedium& medium, const Extent& extent, const NodeBox& part,
                    const std::array<std::int64_t, 6>& width) {
    const auto undamped = [](std::int64_t nodes) {
        return static_cast<double>(nodes - K73Layer::damped(nodes)) / static_cast<double>(nodes);
    };
    for_each_tapered(extent, part, width, undamped, [&](std::size_t i, const std::array<double, 3>& kept) {
        const auto all = static_cast<float>(kept[0] * kept[1] * kept[2]);
        medium.epsilon[i] *= all;
        medium.delta[i] *= all;
    });
}

void taper_to_isotropic(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width) {
    fade_in_layers(medium, extent, all_nodes(extent), width);
}

}  // namespace wavesim
