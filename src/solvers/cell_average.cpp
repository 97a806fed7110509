// SPDX-License-Identifier: MIT
#include "solvers/cell_average.hpp"

#include <algorithm>

#include "solvers/medium.hpp"
#include "solvers/medium_cells.hpp"

namespace wavesim {

namespace {

double factor_of(double speed, double, double fastest) { return (speed / fastest) * (speed / fastest); }
double modulus_of(double speed, double density, double fastest) { return density * factor_of(speed, density, fastest); }
double density_of(double, double density, double) { return density; }

template <class Average>
std::vector<float> averages(const Scene& scene, const GridChoice& grid, WallPosition walls,
                            std::optional<int> half_axis, const NodeBox& part, bool averaged,
                            MediumCells::ValueOf value_of, const Average& average) {
    std::vector<float> found;
    found.reserve(static_cast<std::size_t>(part.extent().nodes()));
    MediumCells cells(scene, grid, walls, averaged);
    cells.visit(part, half_axis, value_of, [&](const PieceValues& values) {
        found.push_back(static_cast<float>(values.all_equal() ? average(*values.first) : average(values)));
    });
    return found;
}

struct MeanOfInverse {
    double operator()(double value) const { return value; }
    double operator()(const PieceValues& values) const { return 1 / values.mean_inverse(); }
};

struct Buoyancy {
    int axis;
    double operator()(double density) const { return 1 / density; }
    double operator()(const PieceValues& densities) const {
        const double across = squared_normal(densities)[static_cast<std::size_t>(axis)];
        return across / densities.mean() + (1 - across) * densities.mean_inverse();
    }
};

/// Of the mean of the densities of two nodes.
std::vector<float> buoyancy_of_nodes(const Scene& scene, const GridChoice& grid, WallPosition walls, int axis,
                                     const NodeBox& part) {
    NodeBox beyond = part;
    (axis == 0 ? beyond.to.x : axis == 1 ? beyond.to.y : beyond.to.z) += 1;
    const std::vector<float> density = averages(scene, grid, walls, {}, beyond, false, density_of, MeanOfInverse{});
    const Extent nodes = beyond.extent();
    const auto at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        return static_cast<double>(density[static_cast<std::size_t>(nodes.index(x, y, z))]);
    };
    std::vector<float> found;
    for (std::int64_t z = 0; z < part.extent().nz; ++z)
        for (std::int64_t y = 0; y < part.extent().ny; ++y)
            for (std::int64_t x = 0; x < part.extent().nx; ++x)
                found.push_back(static_cast<float>(
                    2 / (at(x, y, z) + at(x + (axis == 0 ? 1 : 0), y + (axis == 1 ? 1 : 0), z + (axis == 2 ? 1 : 0)))));
    return found;
}

}  // namespace

bool averages_cells(const Scene& scene) { return scene.medium.averaging == Averaging::cell && !scene.tti; }

std::vector<float> make_factors(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part) {
    if (!varies(scene.medium)) return {};
    std::vector<float> factors =
        averages(scene, grid, walls, {}, part, averages_cells(scene), factor_of, MeanOfInverse{});
    for (float& value : factors) value = std::min(value, 1.0F);
    return factors;
}

std::vector<float> make_modulus(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part) {
    return averages(scene, grid, walls, {}, part, averages_cells(scene), modulus_of, MeanOfInverse{});
}

std::vector<float> make_buoyancy(const Scene& scene, const GridChoice& grid, WallPosition walls, int axis,
                                 const NodeBox& part) {
    if (!averages_cells(scene)) return buoyancy_of_nodes(scene, grid, walls, axis, part);
    return averages(scene, grid, walls, axis, part, true, density_of, Buoyancy{axis});
}

}  // namespace wavesim
