// SPDX-License-Identifier: MIT
#include "solvers/medium/medium_density.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/medium/medium.hpp"
#include "solvers/scene/model_grid.hpp"
#include "solvers/signal/time_step.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

bool names_densities(const Medium& medium) {
    return medium.density_grid || (medium.layers && !medium.layers->densities_kg_m3.empty()) ||
           (medium.gradient && medium.gradient->densities_kg_m3) ||
           std::ranges::any_of(medium.boxes, [](const Medium::Box& box) { return box.density_kg_m3.has_value(); });
}

bool density_varies(const Medium& medium) { return !medium.physics && names_densities(medium); }

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
    if (scene.any_solid())
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
