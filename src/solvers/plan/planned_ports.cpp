// SPDX-License-Identifier: MIT
#include "solvers/plan/planned_ports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "boundary/port_branches.hpp"
#include "boundary/vertex_cubes.hpp"
#include "boundary/wall_bounds.hpp"
#include "boundary/walls.hpp"
#include "solvers/medium/medium_density.hpp"

namespace wavesim {

namespace {

constexpr const char* key = "boundaries.walls";

bool depends_on_frequency(const PlanDraft& draft) {
    return std::ranges::any_of(draft.surfaces.laws, &SurfaceLaw::by_frequency);
}
/// What to write instead of walls at the vertices.
const char* instead(const PlanDraft& draft) {
    return depends_on_frequency(draft) ? "give each surface one number" : "write auto or half";
}
/// The same as the second of two ways out.
const char* or_instead(const PlanDraft& draft) {
    return depends_on_frequency(draft) ? "or one number for each surface" : "or walls: half";
}

/// Why a scene cannot have ports with any stencil; empty if it can.
std::string why_not(const PlanDraft& draft) {
    const Scene& scene = draft.plan.scene;
    if (scene.dims != 3) return "walls at the vertices are for 3D";
    if (!scene.boundaries.all_walls()) return "walls at the vertices need walls on all six sides";
    if (scene.tti || density_varies(scene.medium) || draft.plan.decision.slowest_m_s != draft.plan.decision.fastest_m_s)
        return "walls at the vertices need one speed of sound and one density";
    return {};
}

/// The stencil with ports that is most similar to another one.
const char* nearest_with_ports(const Stencil& stencil) {
    if (acts_along_axes(stencil)) return "leggy-4";
    if (acts_on_nearest(stencil)) return "compact-27-iwb";
    return point_count(stencil) < 100 ? "compact-57-fine" : "compact-123-me6";
}

/// Branches are known only for some stencils, down to some resolution.
void find_fit_fault(const PlanDraft& draft, double points_per_wavelength, std::vector<Fault>& faults) {
    const Stencil& stencil = draft.plan.decision.shape.stencil;
    const double least = least_port_points(stencil);
    if (!std::isfinite(least)) {
        std::string known;
        for (const std::string& name : stencils_with_ports()) known += (known.empty() ? "" : ", ") + name;
        faults.push_back({key,
                          fmt::format("walls at the vertices are not known for {} (but for {})", stencil.name, known),
                          fmt::format("use stencil: {}, {}", nearest_with_ports(stencil), or_instead(draft))});
        return;
    }
    if (std::string why = VertexRule::why_not(stencil); !why.empty()) {
        faults.push_back({key, std::move(why), instead(draft)});
        return;
    }
    if (points_per_wavelength < least * (1 - 1e-9))
        faults.push_back(
            {key,
             fmt::format("walls at the vertices need {:g} points per wavelength or more with {}, here are {:.3g}{}",
                         least, stencil.name, points_per_wavelength,
                         stencil.name.starts_with("compact-57")
                             ? " (with fewer, waves of two cells that they do not damp lie in the band)"
                             : ""),
             fmt::format("use points_per_wavelength: {:g}, {}", least, or_instead(draft))});
}

}  // namespace

bool has_ports(const PlanDraft& draft) {
    return draft.plan.scene.boundaries.walls == WallForm::vertex &&
           std::ranges::any_of(draft.admittance, [](double g) { return g >= least_admittance; });
}

void find_port_faults(const PlanDraft& draft, double points_per_wavelength, std::vector<Fault>& faults) {
    const PlanOutline& plan = draft.plan;
    if (plan.scene.boundaries.walls != WallForm::vertex) {
        if (depends_on_frequency(draft))
            faults.push_back({key, "absorption by frequency needs walls at the vertices", "write walls: vertex"});
        return;
    }
    if (std::string why = why_not(draft); !why.empty()) {
        faults.push_back({key, std::move(why), instead(draft)});
        return;
    }
    const Stencil& stencil = plan.decision.shape.stencil;
    if (plan.scene.any_solid() && !VertexRule::knows_solids(stencil)) {
        faults.push_back({key, fmt::format("walls at the vertices are not known for {} beside solids", stencil.name),
                          fmt::format("use stencil: leggy-4 or compact-27-iwb, {}", or_instead(draft))});
        return;
    }
    if (plan.scene.any_sheet() && !VertexRule::knows_sheets(stencil)) {
        faults.push_back({key, fmt::format("walls at the vertices are not known for {} beside sheets", stencil.name),
                          fmt::format("use stencil: leggy-4 or compact-57-fine, {}", or_instead(draft))});
        return;
    }
    find_fit_fault(draft, points_per_wavelength, faults);
    const double share = plan.courant() / plan.decision.courant_limit;
    if (plan.scene.grid.courant_fraction && !(share >= least_port_step && share <= most_port_step))
        faults.push_back({"grid.courant_fraction",
                          fmt::format("walls at the vertices need {:g} to {:g} of the largest stable time step",
                                      least_port_step, most_port_step),
                          "leave it out, or use walls: half"});
    if (std::ranges::any_of(draft.admittance, [](double g) { return g > most_port_admittance; }))
        faults.push_back({key, fmt::format("walls at the vertices have admittances up to {:g}", most_port_admittance),
                          instead(draft)});
}

}  // namespace wavesim
