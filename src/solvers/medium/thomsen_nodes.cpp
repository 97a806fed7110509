// SPDX-License-Identifier: MIT
#include "solvers/medium/thomsen_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solvers/medium/medium.hpp"
#include "solvers/scene/model_grid.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

namespace {

void leave_out_empty(std::vector<ThomsenPart>& parts) {
    std::erase_if(parts, [](const ThomsenPart& part) {
        const NodeBox& n = part.nodes;
        return n.from.x >= n.to.x || n.from.y >= n.to.y || n.from.z >= n.to.z;
    });
}

}  // namespace

std::vector<ThomsenPart> background_parts(const Scene& scene, const GridChoice& grid, WallPosition walls) {
    const Anisotropy& tti = *scene.tti;
    std::vector<ThomsenPart> parts;
    if (tti.layers.empty() || !scene.medium.layers) {
        parts.push_back({"tti", &tti.everywhere, all_nodes(grid.extent)});
        return parts;
    }
    const std::vector<std::size_t> layer = layer_of_nodes(*scene.medium.layers, grid, walls);
    const int axis = scene.medium.layers->axis;
    for (std::size_t k = 0; k < tti.layers.size(); ++k) {
        const auto [first, end] = std::equal_range(layer.begin(), layer.end(), k);
        NodeBox box = all_nodes(grid.extent);
        (axis == 0 ? box.from.x : axis == 1 ? box.from.y : box.from.z) = first - layer.begin();
        (axis == 0 ? box.to.x : axis == 1 ? box.to.y : box.to.z) = end - layer.begin();
        parts.push_back({fmt::format("tti.layers[{}]", k), &tti.layers[k], box});
    }
    leave_out_empty(parts);
    return parts;
}

std::vector<ThomsenPart> box_parts(const Scene& scene, const GridChoice& grid, WallPosition walls) {
    const Anisotropy& tti = *scene.tti;
    std::vector<ThomsenPart> parts;
    for (std::size_t i = 0; i < tti.boxes.size(); ++i)
        parts.push_back({fmt::format("tti.boxes[{}]", i), &tti.boxes[i].inside,
                         nodes_between(tti.boxes[i].from, tti.boxes[i].to, scene.dims, grid, walls)});
    leave_out_empty(parts);
    return parts;
}

ThomsenGrids::ThomsenGrids(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part)
    : part_(part), extent_(part.extent()) {
    for (std::size_t i = 0; i < values_.size(); ++i)
        if (const auto& model = scene.tti->grids[i])
            values_[i] = resample_nodes(*model->values, model->resampling, part,
                                        first_node(scene, grid.spacing_m, walls), grid.spacing_m);
}

Thomsen ThomsenGrids::at(const Node& node, Thomsen background) const {
    const auto i =
        static_cast<std::size_t>(extent_.index(node.x - part_.from.x, node.y - part_.from.y, node.z - part_.from.z));
    double* const values[4] = {&background.epsilon, &background.delta, &background.theta_degrees,
                               &background.phi_degrees};
    for (std::size_t k = 0; k < values_.size(); ++k)
        if (!values_[k].empty()) *values[k] = static_cast<double>(values_[k][i]);
    return background;
}

bool grids_give_epsilon_or_delta(const Anisotropy& tti) { return tti.grids[0] || tti.grids[1]; }

DeltaAbove delta_above_epsilon(const Scene& scene, const GridChoice& grid, WallPosition walls) {
    DeltaAbove found;
    if (!grids_give_epsilon_or_delta(*scene.tti)) return found;
    const std::vector<ThomsenPart> boxes = box_parts(scene, grid, walls);
    const std::vector<ThomsenPart> background = background_parts(scene, grid, walls);
    const auto index = [&](const Node& n) { return grid.extent.index(n.x, n.y, n.z); };
    for (const NodeBox& slab : slabs_of(grid.extent)) {
        std::vector<bool> in_box(static_cast<std::size_t>(slab.extent().nodes()));
        for (const ThomsenPart& box : boxes)
            for_each_node(box.nodes, slab, [&](const Node&, std::size_t i) { in_box[i] = true; });
        const ThomsenGrids grids(scene, grid, walls, slab);
        for (const ThomsenPart& part : background)
            for_each_node(part.nodes, slab, [&](const Node& n, std::size_t i) {
                if (in_box[i]) return;
                const Thomsen here = grids.at(n, *part.values);
                if (here.delta <= here.epsilon) return;
                if (found.cells == 0 || index(n) < index(found.first)) found.first = n, found.there = here;
                ++found.cells;
            });
    }
    return found;
}

}  // namespace wavesim
