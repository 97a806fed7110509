// SPDX-License-Identifier: MIT
#include "solvers/medium/thomsen_at.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "solvers/medium/anisotropy.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {

Thomsen thomsen_at(const Scene& scene, const Point& at) {
    const Anisotropy& tti = *scene.tti;
    Thomsen values = tti.everywhere;
    if (!tti.layers.empty()) {
        const auto& layers = *scene.medium.layers;
        const auto after = std::ranges::upper_bound(layers.interfaces_m, at.along(layers.axis));
        values = tti.layers[static_cast<std::size_t>(after - layers.interfaces_m.begin())];
    }
    const std::array<double*, 4> of_grid{&values.epsilon, &values.delta, &values.theta_degrees, &values.phi_degrees};
    for (std::size_t i = 0; i < of_grid.size(); ++i)
        if (const auto& grid = tti.grids[i])
            *of_grid[i] = static_cast<double>(
                resample_nodes(*grid->values, grid->resampling, {{0, 0, 0}, {1, 1, 1}}, at, 0).front());
    for (const Anisotropy::Box& box : tti.boxes) {
        bool inside = true;
        for (int axis = 0; axis < 3; ++axis)
            if (!(scene.dims == 2 && axis == 1))
                inside = inside && at.along(axis) >= box.from.along(axis) && at.along(axis) < box.to.along(axis);
        if (inside) values = box.inside;
    }
    values.delta = std::min(values.delta, values.epsilon);
    return values;
}

double speed_along(const Thomsen& values, int axis) {
    const double along = std::pow(axis_of(values)[static_cast<std::size_t>(axis)], 2), across = 1 - along;
    const double sum = (1 + 2 * values.epsilon) * across + along;
    const double root = std::sqrt(std::max(0.0, sum * sum - 8 * (values.epsilon - values.delta) * across * along));
    return std::sqrt((sum + root) / 2);
}

}  // namespace wavesim
