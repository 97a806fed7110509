// SPDX-License-Identifier: MIT
#include "solvers/medium/cell_average.hpp"

#include <algorithm>

#include "solvers/medium/cell_places.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/medium/medium_cells.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

namespace {

double factor_of(double speed, double, double fastest) { return (speed / fastest) * (speed / fastest); }
double modulus_of(double speed, double density, double fastest) { return density * factor_of(speed, density, fastest); }
double density_of(double, double density, double) { return density; }

std::vector<float> of_nodes(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part,
                            MediumCells::ValueOf value_of) {
    std::vector<float> found;
    found.reserve(static_cast<std::size_t>(part.extent().nodes()));
    MediumCells(scene, grid, walls, false).visit(part, {}, value_of, [&](const PieceValues& values) {
        found.push_back(static_cast<float>(*values.first));
    });
    return found;
}

/// Calls act(node, values) for the cells of a part and those around it; returns the results.
template <class Act>
std::vector<float> around(const CellPlaces& places, MediumCells cells, std::optional<int> half_axis,
                          MediumCells::ValueOf value_of, const Act& act) {
    const NodeBox& box = places.around();
    std::vector<float> found;
    found.reserve(static_cast<std::size_t>(box.extent().nodes()));
    cells.visit(box, half_axis, value_of, [&](const PieceValues& values) {
        const Node n = node_at(box.extent(), static_cast<std::int64_t>(found.size()));
        found.push_back(static_cast<float>(act(Node{n.x + box.from.x, n.y + box.from.y, n.z + box.from.z}, values)));
    });
    return found;
}

std::vector<float> inverse(std::vector<float> values) {
    for (float& value : values) value = 1 / value;
    return values;
}

/// Extracts the values of a part from those around it, after act(value, index) for each.
template <class Act>
std::vector<float> part_of(const std::vector<float>& values, const NodeBox& around, const NodeBox& part,
                           const Act& act) {
    std::vector<float> found;
    found.reserve(static_cast<std::size_t>(part.extent().nodes()));
    for_each_node(part, around, [&](const Node&, std::size_t i) { found.push_back(act(values[i], i)); });
    return found;
}

double at(const std::vector<float>& given, std::size_t i) { return given.empty() ? 0.0 : double{given[i]}; }

/// 1 / <1 / value> of the cells of nodes, including the exchange between cells.
std::vector<float> means_of_inverse(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part,
                                    MediumCells::ValueOf value_of) {
    CellPlaces places(scene, grid, walls, {}, part);
    const std::vector<float> means = around(places, MediumCells(scene, grid, walls, true), {}, value_of,
                                            [&](const Node& node, const PieceValues& values) {
                                                if (values.all_equal()) return *values.first;
                                                places.add(node, values, true, 1);
                                                return 1 / values.mean_inverse();
                                            });
    const std::vector<float> given = places.given(inverse(means));
    return part_of(means, places.around(), part, [&](float mean, std::size_t i) {
        return at(given, i) == 0 ? mean : static_cast<float>(1 / (1 / double{mean} + at(given, i)));
    });
}

/// Media across the axis of a flux are averaged by density, media along it by buoyancy; each mean has its own position.
std::vector<float> means_of_buoyancy(const Scene& scene, const GridChoice& grid, WallPosition walls, int axis,
                                     const NodeBox& part) {
    CellPlaces in_series(scene, grid, walls, axis, part), side_by_side = in_series;
    const std::vector<float> means =
        around(in_series, MediumCells(scene, grid, walls, true), axis, density_of,
               [&](const Node& node, const PieceValues& densities) {
                   if (densities.all_equal()) return 1 / *densities.first;
                   const double across = squared_normal(densities)[static_cast<std::size_t>(axis)];
                   in_series.add(node, densities, false, across);
                   side_by_side.add(node, densities, true, 1 - across);
                   return across / densities.mean() + (1 - across) * densities.mean_inverse();
               });
    const std::vector<float> density = in_series.given(inverse(means)), buoyancy = side_by_side.given(means);
    return part_of(means, in_series.around(), part, [&](float mean, std::size_t i) {
        if (at(density, i) == 0 && at(buoyancy, i) == 0) return mean;
        return static_cast<float>(1 / (1 / double{mean} + at(density, i)) + at(buoyancy, i));
    });
}

/// Buoyancy at half nodes: 1 divided by the mean density of the two nodes.
std::vector<float> buoyancy_of_nodes(const Scene& scene, const GridChoice& grid, WallPosition walls, int axis,
                                     const NodeBox& part) {
    NodeBox beyond = part;
    (axis == 0 ? beyond.to.x : axis == 1 ? beyond.to.y : beyond.to.z) += 1;
    const std::vector<float> density = of_nodes(scene, grid, walls, beyond, density_of);
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

bool averages_cells(const Scene& scene) {
    return scene.medium.averaging == Averaging::cell && !scene.tti && !scene.medium.physics;
}

std::vector<float> make_factors(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part) {
    if (!varies(scene.medium)) return {};
    std::vector<float> factors = averages_cells(scene) ? means_of_inverse(scene, grid, walls, part, factor_of)
                                                       : of_nodes(scene, grid, walls, part, factor_of);
    for (float& value : factors) value = std::min(value, 1.0F);
    return factors;
}

std::vector<float> make_modulus(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part) {
    return averages_cells(scene) ? means_of_inverse(scene, grid, walls, part, modulus_of)
                                 : of_nodes(scene, grid, walls, part, modulus_of);
}

std::vector<float> make_buoyancy(const Scene& scene, const GridChoice& grid, WallPosition walls, int axis,
                                 const NodeBox& part) {
    if (!averages_cells(scene)) return buoyancy_of_nodes(scene, grid, walls, axis, part);
    return means_of_buoyancy(scene, grid, walls, axis, part);
}

}  // namespace wavesim
