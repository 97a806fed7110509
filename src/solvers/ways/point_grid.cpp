// SPDX-License-Identifier: MIT
#include "solvers/ways/point_grid.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boundary/surface.hpp"
#include "boundary/wall_ripple.hpp"
#include "boundary/walls.hpp"
#include "solvers/medium/density_lines.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/space/solid_boxes.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {

namespace {

/// Pieces of lines between steps of the density, for points of the grid.
std::function<std::vector<LinePiece>(const Point&, int)> pieces_between_steps(const PlanOutline& plan) {
    const double x = plan.decision.spacing_m;
    DensityLines lines(plan.scene, x, plan.decision.slowest_m_s);
    const Point corner = from_grid_corner(plan.scene, x, {});
    return [&plan, lines, corner, x](const Point& in_grid, int axis) mutable {
        std::vector<LinePiece> pieces =
            lines.through(from_domain_corner(plan.scene, x, in_grid), axis, sinc_half_width);
        for (LinePiece& piece : pieces) piece.to += corner.along(axis);
        return pieces;
    };
}

/// Whether a sheet closes the face of a node of the grid towards a side; empty without sheets.
std::function<bool(const Node&, Side)> closed_by_sheets(const PlanOutline& plan) {
    const GridChoice grid = domain_grid(plan);
    std::vector<NodeSheet> sheets;
    for (const SolidBox& solid : plan.scene.solids)
        if (const auto sheet = sheet_faces(grid, plan.scene.dims, solid)) sheets.push_back(*sheet);
    if (sheets.empty()) return {};
    const auto layers = plan.scene.boundaries.layer_cells();
    for (NodeSheet& sheet : sheets)
        for (Node* corner : {&sheet.before.from, &sheet.before.to})
            *corner = {corner->x + layers[0], corner->y + layers[2], corner->z + layers[4]};
    return [sheets](Node n, Side side) {
        if (!is_max(side)) (axis_of(side) == 0 ? n.x : axis_of(side) == 1 ? n.y : n.z) -= 1;
        return std::ranges::any_of(sheets, [&](const NodeSheet& sheet) {
            const NodeBox& box = sheet.before;
            return sheet.axis == axis_of(side) && n.x >= box.from.x && n.x < box.to.x && n.y >= box.from.y &&
                   n.y < box.to.y && n.z >= box.from.z && n.z < box.to.z;
        });
    };
}

/// Ripple beside absorbing walls. Empty if it is below a thousandth of a derivative (nearest neighbours), or for
/// stencils that walls refuse (plan_walls).
std::vector<double> ripple_at_walls(const PlanOutline& plan, const PointGrid& grid) {
    constexpr int nodes = 8;  // beyond them the ripple is below 1e-4
    const double most = std::max(grid.solid_admittance, *std::ranges::max_element(grid.admittance));
    if (most < least_admittance) return {};
    const bool whole = std::ranges::find(grid.halo, HaloRule::mirror_whole) != grid.halo.end();
    try {
        std::vector<double> ripple =
            wall_ripple(plan.decision.shape.stencil, whole ? WallPosition::whole : WallPosition::half, nodes);
        if (std::abs(ripple.front()) < 1e-3) ripple.clear();
        return ripple;
    } catch (const std::domain_error&) {
        return {};
    }
}

}  // namespace

PointGrid point_grid(const PlanOutline& plan, std::function<bool(const Node&)> is_air) {
    PointGrid grid{.extent = plan.grid(), .dims = plan.scene.dims, .halo = plan.decision.shape.halo};
    grid.spacing_m = plan.decision.spacing_m;
    grid.is_air = std::move(is_air);
    grid.is_closed = closed_by_sheets(plan);
    for (std::size_t s = 0; s < 6; ++s)
        if (plan.scene.boundaries.kind[s] == SideKind::wall)
            grid.admittance[s] = admittance_of(plan.scene.boundaries.side[s]);
    for (const SolidBox& solid : plan.scene.solids)
        grid.solid_admittance =
            std::max({grid.solid_admittance, admittance_of(solid.surface), admittance_of(solid.upper_surface())});
    if (plan.scene.geometry)
        for (const SurfaceLaw& surface : plan.scene.geometry->surfaces)
            grid.solid_admittance = std::max(grid.solid_admittance, admittance_of(surface));
    grid.wall_ripple = ripple_at_walls(plan, grid);
    if (density_varies(plan.scene.medium)) {
        grid.pieces = pieces_between_steps(plan);
        if (const auto* density = std::get_if<DensityShape>(&plan.decision.shape.medium))
            grid.half_order = density->half_order;  // not yet known while the stencil is chosen
    }
    grid.points_per_wavelength = plan.report.dispersion.points_per_wavelength;
    return grid;
}

}  // namespace wavesim
