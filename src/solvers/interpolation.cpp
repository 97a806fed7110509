// SPDX-License-Identifier: MIT
#include "solvers/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <iterator>
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

using Support = std::array<std::vector<AxisWeight>, 3>;

/// Nodes and weights per axis of a point with half width r > 0; those of a node with r = 0.
Support support_of(const Extent& extent, const std::array<HaloRule, 6>& halo, const std::array<double, 3>& at, int r,
                   PointRole role) {
    Support support;
    for (std::size_t d = 0; d < 3; ++d)
        support[d] = axis_weights(at[d], extent.along(static_cast<int>(d)), halo[2 * d], halo[2 * d + 1], r, role);
    return support;
}

bool stands_in_air(const std::function<bool(const Node&)>& is_air, const Support& axis) {
    for (const AxisWeight& z : axis[2])
        for (const AxisWeight& y : axis[1])
            for (const AxisWeight& x : axis[0])
                if (!is_air({x.node, y.node, z.node})) return false;
    return true;
}

/// Every node of the support with the product of its weights, in lists that are no longer than that: a run may have
/// many.
PointWeights product_of(const Extent& extent, const Support& axis) {
    PointWeights product;
    const std::size_t count = axis[0].size() * axis[1].size() * axis[2].size();
    product.nodes.reserve(count);
    product.weights.reserve(count);
    for (const AxisWeight& z : axis[2])
        for (const AxisWeight& y : axis[1])
            for (const AxisWeight& x : axis[0]) {
                product.nodes.push_back(extent.index(x.node, y.node, z.node));
                product.weights.push_back(x.weight * y.weight * z.weight);
            }
    return product;
}

/// Node coordinates of a point; along y those of node 0 in 2D.
std::array<double, 3> coordinates(const std::array<HaloRule, 6>& halo, double spacing_m, const Point& at, int dims) {
    const auto along = [&](double x) { return node_coordinate(halo, spacing_m, x); };
    return {along(at.x), dims == 2 ? 0 : along(at.y), along(at.z)};
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

double largest_spectral_error(int half_width, double points_per_wavelength) {
    if (points_per_wavelength >= 4) return largest_spectral_error(half_width);
    constexpr int offsets = 10, waves = 40;
    double worst = 0;
    for (int offset = 1; offset <= offsets; ++offset)
        for (int wave = 1; wave <= waves; ++wave) {
            const double k = 2 * std::numbers::pi / points_per_wavelength * wave / waves;
            const double x = 0.5 * offset / offsets;
            std::complex<double> read = 0;
            double sum = 0;
            for (int j = 1 - half_width; j <= half_width; ++j) {
                const double weight = kaiser_sinc(x - j, half_width, kaiser_shape(half_width));
                read += weight * std::polar(1.0, k * (j - x));
                sum += weight;
            }
            worst = std::max(worst, std::abs(read / sum - 1.0));
        }
    return worst;
}

double node_offset(const std::array<HaloRule, 6>& halo) { return halo[0] == HaloRule::mirror_whole ? 0.0 : 0.5; }

double node_coordinate(const std::array<HaloRule, 6>& halo, double spacing_m, double position_m) {
    return position_m / spacing_m - node_offset(halo);
}

double off_node(const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position, int dims) {
    constexpr double rounding = 1e-9;
    double most = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (dims == 2 && axis == 1) continue;
        const double at = node_coordinate(halo, spacing_m, position.along(axis));
        most = std::max(most, std::abs(at - std::round(at)));
    }
    return most < rounding ? 0 : most;
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
    return place_point(
        room.extent, room.dims, [&](const Node& n) { return room.is_air(n.x, n.y, n.z); }, halo, spacing_m, position,
        placement, role);
}

PlacedPoint place_point(const Extent& extent, int dims, const std::function<bool(const Node&)>& is_air,
                        const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position,
                        Placement placement, PointRole role) {
    const std::vector<Node> holders = nodes_at(extent, halo, spacing_m, position);
    const auto in_air = std::find_if(holders.begin(), holders.end(), is_air);
    if (in_air == holders.end()) throw std::domain_error("the point lies in a solid");
    const Node home = *in_air;

    const std::array<double, 3> at_home{static_cast<double>(home.x), static_cast<double>(home.y),
                                        static_cast<double>(home.z)};
    for (const int r : {4, 2, 1, 0}) {
        if (placement == Placement::nearest_node && r != 0) continue;
        const Support axis =
            support_of(extent, halo, r == 0 ? at_home : coordinates(halo, spacing_m, position, dims), r, role);
        if (!stands_in_air(is_air, axis)) continue;
        return {product_of(extent, axis), r, home};
    }
    return {};  // not reached: r = 0 is the home node, which is air
}

int half_width_beside(std::span<const NodeBox> solids, const Extent& extent, int dims,
                      const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position) {
    const std::array<double, 3> at = coordinates(halo, spacing_m, position, dims);
    const auto is_near = [&at](const NodeBox& box) {
        const auto near = [](double x, std::int64_t from, std::int64_t to) {
            return x > static_cast<double>(from) - 5 && x < static_cast<double>(to) + 4;
        };
        return near(at[0], box.from.x, box.to.x) && near(at[1], box.from.y, box.to.y) &&
               near(at[2], box.from.z, box.to.z);
    };
    std::vector<NodeBox> close;
    std::copy_if(solids.begin(), solids.end(), std::back_inserter(close), is_near);
    if (close.empty()) return 4;
    for (const int r : {4, 2, 1}) {
        const Support axis = support_of(extent, halo, at, r, PointRole::receiver);
        const auto touches = [&axis](const NodeBox& box) {
            const auto along = [&axis](std::size_t d, std::int64_t from, std::int64_t to) {
                return std::any_of(axis[d].begin(), axis[d].end(),
                                   [&](const AxisWeight& w) { return w.node >= from && w.node < to; });
            };
            return along(0, box.from.x, box.to.x) && along(1, box.from.y, box.to.y) && along(2, box.from.z, box.to.z);
        };
        if (std::none_of(close.begin(), close.end(), touches)) return r;
    }
    return 0;
}

}  // namespace wavesim
