// SPDX-License-Identifier: MIT
#include "solvers/plan/mesh_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "boundary/cut_rows.hpp"
#include "boundary/port_branches.hpp"
#include "boundary/walls.hpp"
#include "solvers/medium/medium_density.hpp"

namespace wavesim {

MeshForm mesh_form(const Scene& scene, const Stencil& stencil, bool lossy, std::vector<Fault>& faults) {
    using Form = MeshWalls::Form;
    const Form asked = scene.geometry->form;
    if (asked == Form::voxel || asked == Form::areas) return {asked, {}};
    const auto stiffness = cut_stiffness(stencil);
    const bool has_ports = !lossy || scene.boundaries.walls == WallForm::vertex;
    if (stiffness && has_ports) return {Form::cut, *stiffness};
    if (asked == Form::automatic) return {Form::areas, {}};
    if (!stiffness)
        faults.push_back({"geometry.walls",
                          fmt::format("cut cells are known for leggy-1 and compact-27-iwb, not for {}", stencil.name),
                          "write stencil: compact-27-iwb, or walls: areas"});
    else
        faults.push_back({"geometry.walls", "cut cells whose walls take sound need walls at the vertices",
                          "write boundaries: {walls: vertex}, or walls: areas"});
    return {Form::areas, {}};
}

namespace {

/// Whether a triangle is neither parallel nor perpendicular to an axis, by more than a thousandth.
bool has_slopes(const TriangleMesh& mesh) {
    constexpr double least = 1e-3;
    return std::ranges::any_of(mesh.triangles, [&](const TriangleMesh::Triangle& triangle) {
        const Point n = mesh.normal(triangle);
        const double across = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
        return across < (1 - least) * std::hypot(n.x, n.y, n.z);
    });
}

}  // namespace

bool needs_vertex_walls(const PlanDraft& draft, const Stencil& stencil, double points_per_wavelength) {
    const PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    if (!scene.geometry || scene.geometry->form != MeshWalls::Form::automatic || !cut_stiffness(stencil)) return false;
    if (scene.boundaries.walls != WallForm::automatic || !scene.boundaries.all_walls()) return false;
    if (scene.tti || scene.medium.physics || density_varies(scene.medium) ||
        plan.decision.slowest_m_s != plan.decision.fastest_m_s)
        return false;
    const auto [least, most] = std::ranges::minmax(draft.admittance);
    if (most < least_admittance || most > most_port_admittance) return false;
    return points_per_wavelength >= least_port_points(stencil) && !scene.grid.courant_fraction &&
           has_slopes(*scene.geometry->mesh);
}

}  // namespace wavesim
