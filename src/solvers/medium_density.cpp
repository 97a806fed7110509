// SPDX-License-Identifier: MIT
#include "solvers/medium_density.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/medium.hpp"
#include "stencils/density_operator.hpp"
#include "stencils/node_boxes.hpp"

namespace wavesim {

namespace {

template <class ValueOf>
void set_nodes(const NodeBox& box, const NodeBox& part, std::vector<float>& values, const ValueOf& value_of) {
    for_each_node(box, part, [&](const Node& n, std::size_t i) { values[i] = static_cast<float>(value_of(n)); });
}

std::int64_t along(const Node& n, int axis) { return axis == 0 ? n.x : axis == 1 ? n.y : n.z; }

/// Centre of a cell, m.
double centre(std::int64_t node, double spacing_m) { return (static_cast<double>(node) + 0.5) * spacing_m; }

}  // namespace

bool density_varies(const Medium& medium) {
    return medium.density_grid || (medium.layers && !medium.layers->densities_kg_m3.empty()) ||
           (medium.gradient && medium.gradient->densities_kg_m3) ||
           std::ranges::any_of(medium.boxes, [](const Medium::Box& box) { return box.density_kg_m3.has_value(); });
}

DensityRange density_range(const Medium& medium) {
    std::vector<double> densities{medium.density_kg_m3};
    if (medium.density_grid)
        densities = {static_cast<double>(medium.density_grid->values->least),
                     static_cast<double>(medium.density_grid->values->most)};
    else if (medium.layers && !medium.layers->densities_kg_m3.empty())
        densities = medium.layers->densities_kg_m3;
    else if (medium.gradient && medium.gradient->densities_kg_m3)
        densities.assign(medium.gradient->densities_kg_m3->begin(), medium.gradient->densities_kg_m3->end());
    for (const Medium::Box& box : medium.boxes)
        if (box.density_kg_m3) densities.push_back(*box.density_kg_m3);
    const auto [least, most] = std::ranges::minmax_element(densities);
    return {*least, *most};
}

std::vector<float> make_density(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part) {
    const Medium& medium = scene.medium;
    if (!density_varies(medium)) return {};
    std::vector<float> density(static_cast<std::size_t>(part.extent().nodes()),
                               static_cast<float>(medium.density_kg_m3));
    if (medium.layers && !medium.layers->densities_kg_m3.empty()) {
        const std::vector<std::size_t> layer = layer_of_nodes(*medium.layers, grid, walls);
        set_nodes(part, part, density, [&](const Node& n) {
            return medium.layers->densities_kg_m3[layer[static_cast<std::size_t>(along(n, medium.layers->axis))]];
        });
    }
    if (medium.gradient && medium.gradient->densities_kg_m3) {
        const Medium::Gradient& g = *medium.gradient;
        set_nodes(part, part, density, [&](const Node& n) {
            const double share = (centre(along(n, g.axis), grid.spacing_m) - g.from_m) / (g.to_m - g.from_m);
            return std::lerp((*g.densities_kg_m3)[0], (*g.densities_kg_m3)[1], std::clamp(share, 0.0, 1.0));
        });
    }
    if (medium.density_grid) {
        const double first = centre(0, grid.spacing_m);
        density = resample_nodes(*medium.density_grid->values, medium.density_grid->resampling, part,
                                 {first, scene.dims == 2 ? 0.0 : first, first}, grid.spacing_m);
    }
    for (const Medium::Box& box : medium.boxes)
        if (box.density_kg_m3)
            set_nodes(nodes_between(box.from, box.to, scene.dims, grid, walls), part, density,
                      [&](const Node&) { return *box.density_kg_m3; });
    return density;
}

void limit_by_density(PlanOutline& plan, double spectral_bound) {
    const double limit = 2 / std::sqrt(spectral_bound);
    if (limit >= plan.decision.courant_limit) return;
    constexpr double worth_telling = 0.95;
    if (limit < worth_telling * plan.decision.courant_limit)
        plan.report.warnings.push_back(fmt::format(
            "densities that differ this much lower the limit of the Courant number from {:.4g} to {:.4g}; a "
            "stencil of lower order loses less",
            plan.decision.courant_limit, limit));
    plan.decision.shape.courant *= limit / plan.decision.courant_limit;
    plan.decision.courant_limit = limit;
    set_time_step(plan);
}

void find_density_faults(const Scene& scene, std::vector<Fault>& faults) {
    if (!density_varies(scene.medium)) return;
    if (scene.tti) faults.push_back({"tti", "TTI media have one density in this version", "leave the densities out"});
    if (!scene.solids.empty())
        faults.push_back({"solids", "solids in a medium whose density varies are not known to be stable",
                          "leave them out, or the densities"});
    if (scene.boundaries.walls == WallForm::whole)
        faults.push_back({"boundaries.walls", "walls on the nodes do not go with a density that varies", "use half"});
    for (std::size_t s = 0; s < 6; ++s) {
        if (scene.boundaries.kind[s] != SideKind::wall || scene.boundaries.side[s].kind == SurfaceLaw::Kind::rigid ||
            scene.boundaries.side[s].value == 0 || (scene.dims == 2 && s / 2 == 1))
            continue;
        faults.push_back({"boundaries",
                          "walls with losses beside a medium whose density varies are not known to be stable",
                          "make every side rigid, absorbing or a free surface"});
        break;
    }
    const std::string& stencil = scene.grid.stencil.name;
    if (stencil == "auto" || scene.tti) return;
    if (!stencil.starts_with("leggy-"))
        faults.push_back({"grid.stencil",
                          "a density that varies needs differences along the axes, of the pressure and of the flux",
                          "use a leggy stencil or auto"});
    else if (std::stoi(stencil.substr(6)) > most_density_half_order)
        faults.push_back({"grid.stencil", "the differences of a density that varies are of order 2 to 24",
                          fmt::format("use leggy-{} or less", most_density_half_order)});
}

}  // namespace wavesim
