// SPDX-License-Identifier: MIT
#include "solvers/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

namespace wavesim {

namespace {

/// Shape b per half width, for wavenumbers up to 4 points per wavelength.
double kaiser_shape(int r) { return r == 1 ? 1.24 : r == 2 ? 2.94 : 6.31; }

/// Modified Bessel function I0 by its power series (all terms positive; full double precision).
double bessel_i0(double x) {
    const double q = x * x / 4;
    double term = 1;
    double sum = 1;
    for (int k = 1; term > 1e-17 * sum; ++k) {
        term *= q / (static_cast<double>(k) * k);
        sum += term;
    }
    return sum;
}

struct AxisWeight {
    std::int64_t node;
    double weight;
};

/// Folded 1-D weights around coordinate x; nodes ascending, each once.
std::vector<AxisWeight> axis_weights(double x, std::int64_t n, HaloRule low, HaloRule high, int r, PointRole role) {
    std::vector<AxisWeight> raw;
    const double nearest = std::round(x);
    if (r == 0 || std::abs(x - nearest) < 1e-9) {
        raw.push_back({std::clamp<std::int64_t>(static_cast<std::int64_t>(nearest), 0, n - 1), 1.0});
    } else {
        double sum = 0;
        const auto base = static_cast<std::int64_t>(std::floor(x));
        for (std::int64_t j = base - r + 1; j <= base + r; ++j) {
            raw.push_back({j, kaiser_sinc(x - static_cast<double>(j), r, kaiser_shape(r))});
            sum += raw.back().weight;
        }
        for (AxisWeight& w : raw) w.weight /= sum;
    }
    std::map<std::int64_t, double> folded;
    for (const AxisWeight& w : raw) {
        const HaloImage image = halo_image(w.node, n, low, high);
        if (image.sign != 0) folded[image.node] += image.sign * w.weight;
    }
    if (role == PointRole::source && n > 1) {
        if (low == HaloRule::mirror_whole && folded.contains(0)) folded[0] *= 2;
        if (high == HaloRule::mirror_whole && folded.contains(n - 1)) folded[n - 1] *= 2;
    }
    std::vector<AxisWeight> weights;
    for (const auto& [node, weight] : folded)
        if (weight != 0) weights.push_back({node, weight});
    return weights;
}

}  // namespace

double kaiser_sinc(double delta, int r, double b) {
    if (std::abs(delta) >= r) return 0;
    if (delta == 0) return 1;
    const double s = std::sin(std::numbers::pi * delta) / (std::numbers::pi * delta);
    const double q = delta / r;
    return s * bessel_i0(b * std::sqrt(1 - q * q)) / bessel_i0(b);
}

double largest_spectral_error(int half_width) { return half_width == 1 ? 0.30 : half_width == 2 ? 0.044 : 0.0018; }

double node_offset(const std::array<HaloRule, 6>& halo) { return halo[0] == HaloRule::mirror_whole ? 0.0 : 0.5; }

double node_coordinate(const std::array<HaloRule, 6>& halo, double spacing_m, double position_m) {
    return position_m / spacing_m - node_offset(halo);
}

std::vector<Node> nodes_at(const Extent& extent, const std::array<HaloRule, 6>& halo, double spacing_m,
                           const Point& position) {
    constexpr double on_face = 1e-9;  // cells
    const auto along = [&](double at, std::int64_t n) {
        const double x = node_coordinate(halo, spacing_m, at);
        const auto node = [n](double rounded) {
            return static_cast<std::int64_t>(std::clamp(rounded, 0.0, static_cast<double>(n - 1)));
        };
        std::vector<std::int64_t> nodes{node(std::floor(x + 0.5 + on_face))};
        if (const std::int64_t before = node(std::floor(x + 0.5 - on_face)); before != nodes[0])
            nodes.push_back(before);
        return nodes;
    };
    std::vector<Node> nodes;
    const std::vector<std::int64_t> across =
        extent.ny == 1 ? std::vector<std::int64_t>{0} : along(position.y, extent.ny);
    for (const std::int64_t z : along(position.z, extent.nz))
        for (const std::int64_t y : across)
            for (const std::int64_t x : along(position.x, extent.nx)) nodes.push_back({x, y, z});
    return nodes;
}

Node nearest_node(const Extent& extent, const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position) {
    return nodes_at(extent, halo, spacing_m, position).front();
}

Point node_position(const std::array<HaloRule, 6>& halo, double spacing_m, const Node& node, int dims) {
    const double offset = node_offset(halo);
    const auto at = [&](std::int64_t i) { return (static_cast<double>(i) + offset) * spacing_m; };
    return {at(node.x), dims == 2 ? 0 : at(node.y), at(node.z)};
}

PlacedPoint place_point(const VoxelRoom& room, const std::array<HaloRule, 6>& halo, double spacing_m,
                        const Point& position, Placement placement, PointRole role) {
    const Extent& extent = room.extent;
    const std::vector<Node> holders = nodes_at(extent, halo, spacing_m, position);
    const auto in_air =
        std::find_if(holders.begin(), holders.end(), [&](const Node& n) { return room.is_air(n.x, n.y, n.z); });
    if (in_air == holders.end()) throw std::domain_error("the point lies in a solid");
    const Node home = *in_air;

    for (const int r : {4, 2, 1, 0}) {
        if (placement == Placement::nearest_node && r != 0) continue;
        std::array<std::vector<AxisWeight>, 3> axis;
        for (int d = 0; d < 3; ++d) {
            const auto side = static_cast<std::size_t>(2 * d);
            if (d == 1 && room.dims == 2)
                axis[1] = {{0, 1.0}};
            else if (r == 0)
                axis[static_cast<std::size_t>(d)] = axis_weights(static_cast<double>(d == 0   ? home.x
                                                                                     : d == 1 ? home.y
                                                                                              : home.z),
                                                                 extent.along(d), halo[side], halo[side + 1], 0, role);
            else
                axis[static_cast<std::size_t>(d)] = axis_weights(node_coordinate(halo, spacing_m, position.along(d)),
                                                                 extent.along(d), halo[side], halo[side + 1], r, role);
        }
        PlacedPoint placed;
        placed.half_width = r;
        placed.home = home;
        bool clear = true;
        for (const AxisWeight& z : axis[2])
            for (const AxisWeight& y : axis[1])
                for (const AxisWeight& x : axis[0]) {
                    clear = clear && room.is_air(x.node, y.node, z.node);
                    placed.weights.nodes.push_back(extent.index(x.node, y.node, z.node));
                    placed.weights.weights.push_back(x.weight * y.weight * z.weight);
                }
        if (clear) return placed;
    }
    return {};  // not reached: r = 0 is the home node, which is air
}

}  // namespace wavesim
