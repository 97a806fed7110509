// SPDX-License-Identifier: MIT
#include "solvers/plan/field_points.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "stencils/equations/side_image.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t values_per_axis = 8;

/// Weights of the values around coordinate x of an axis of n values.
std::vector<AxisWeight> weights_at(double x, std::int64_t n) {
    const auto nearest = std::clamp<std::int64_t>(std::llround(x), 0, n - 1);
    constexpr double on_value = 1e-9;
    if (std::abs(x - static_cast<double>(nearest)) < on_value) return {{nearest, 1}};
    const std::int64_t count = std::min(values_per_axis, n);
    const auto first = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(x)) - count / 2 + 1, 0, n - count);
    std::vector<AxisWeight> weights;
    for (std::int64_t i = first; i < first + count; ++i) {
        double weight = 1;
        for (std::int64_t j = first; j < first + count; ++j)
            if (j != i) weight *= (x - static_cast<double>(j)) / static_cast<double>(i - j);
        weights.push_back({i, weight});
    }
    return weights;
}

/// Relative error of a tone with that phase per node.
double error_of(const std::vector<AxisWeight>& weights, double x, double turn) {
    std::complex<double> read = 0;
    for (const AxisWeight& w : weights) read += w.weight * std::polar(1.0, turn * (static_cast<double>(w.node) - x));
    return std::abs(read - 1.0);
}

}  // namespace

const equations::Field* field_of_its_own(const Scene& scene) {
    if (!scene.medium.physics) return nullptr;
    const Medium::Physics& physics = *scene.medium.physics;
    const equations::Field& field = physics.program->declared.fields.at(static_cast<std::size_t>(physics.heard));
    const bool between = std::ranges::find(field.half, true) != field.half.end();
    return between || !equations::goes_on_as_pressure(field) ? &field : nullptr;
}

PlacedPoint place_in_field(const PlanOutline& plan, const equations::Field& field, const Point& in_grid,
                           Placement placement) {
    const Extent& extent = plan.grid();
    const double turn = 2 * std::numbers::pi / plan.report.dispersion.points_per_wavelength;
    PlacedPoint placed;
    AxisWeights axes;
    std::array<std::int64_t, 3> home{};
    for (const int axis : {0, 1, 2}) {
        const auto a = static_cast<std::size_t>(axis);
        if (plan.scene.dims == 2 && axis == 1) {
            axes[a] = {{0, 1}};
            continue;
        }
        const std::int64_t n = extent.along(axis);
        double x = in_grid.along(axis) / plan.decision.spacing_m - (field.half[a] ? 1 : 0.5);
        home[a] = std::clamp<std::int64_t>(std::llround(x), 0, n - 1);
        if (placement == Placement::nearest_node) x = static_cast<double>(home[a]);
        axes[a] = weights_at(x, n);
        placed.error = std::max(placed.error, error_of(axes[a], x, turn));
    }
    placed.home = {home[0], home[1], home[2]};
    placed.half_width = placement == Placement::nearest_node ? 0 : static_cast<int>(values_per_axis / 2);
    for (const AxisWeight& z : axes[2])
        for (const AxisWeight& y : axes[1])
            for (const AxisWeight& x : axes[0]) {
                placed.weights.nodes.push_back(extent.index(x.node, y.node, z.node));
                placed.weights.weights.push_back(x.weight * y.weight * z.weight);
            }
    return placed;
}

}  // namespace wavesim
