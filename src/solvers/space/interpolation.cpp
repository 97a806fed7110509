// SPDX-License-Identifier: MIT
#include "solvers/space/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace wavesim {

namespace {

constexpr double kaiser_shape = 6.31;  // for wave numbers up to 4 points per wavelength

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

}  // namespace

double kaiser_sinc(double delta, int r, double b) {
    if (std::abs(delta) >= r) return 0;
    if (delta == 0) return 1;
    const double s = std::sin(std::numbers::pi * delta) / (std::numbers::pi * delta);
    const double q = delta / r;
    return s * bessel_i0(b * std::sqrt(1 - q * q)) / bessel_i0(b);
}

std::vector<AxisWeight> sinc_weights(double x) {
    std::vector<AxisWeight> weights;
    double sum = 0;
    const auto base = static_cast<std::int64_t>(std::floor(x));
    for (std::int64_t j = base - sinc_half_width + 1; j <= base + sinc_half_width; ++j) {
        weights.push_back({j, kaiser_sinc(x - static_cast<double>(j), sinc_half_width, kaiser_shape)});
        sum += weights.back().weight;
    }
    for (AxisWeight& w : weights) w.weight /= sum;
    return weights;
}

double largest_spectral_error(double points_per_wavelength) {
    if (points_per_wavelength >= 4) return 0.0018;
    constexpr int offsets = 10, waves = 40;
    double worst = 0;
    for (int offset = 1; offset <= offsets; ++offset) {
        const double x = 0.5 * offset / offsets;
        const std::vector<AxisWeight> weights = sinc_weights(x);
        for (int wave = 1; wave <= waves; ++wave) {
            const double k = 2 * std::numbers::pi / points_per_wavelength * wave / waves;
            std::complex<double> read = 0;
            for (const auto& [node, weight] : weights)
                read += weight * std::polar(1.0, k * (static_cast<double>(node) - x));
            worst = std::max(worst, std::abs(read - 1.0));
        }
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

}  // namespace wavesim
