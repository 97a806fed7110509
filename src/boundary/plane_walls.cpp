// SPDX-License-Identifier: MIT
#include "boundary/plane_walls.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "boundary/corner_tuning.hpp"
#include "boundary/cut_rows.hpp"
#include "boundary/gram_rows.hpp"
#include "boundary/segment_mirror.hpp"
#include "boundary/tangential_completion.hpp"
#include "boundary/wall_bounds.hpp"
#include "boundary/wall_states.hpp"

namespace wavesim {
namespace {

void check(const Stencil& stencil, double courant, const VoxelRoom& room, const std::vector<double>& admittance,
           WallForm form) {
    if (!(courant > 0)) throw std::domain_error("the Courant number of a room must be positive");
    if (stencil.dims != room.dims) throw std::domain_error("the stencil and the room differ in dimension");
    for (const double g : admittance) {
        if (!(g >= 0)) throw std::domain_error("specific admittance must not be negative");
        if (g > 1 / least_admittance && (form == WallForm::lumped || form == WallForm::whole))
            throw std::domain_error("a pressure-release wall needs half-cell walls");
    }
    if (form != WallForm::whole) return;
    for (int axis = 0; axis < 3; ++axis)
        if (!(axis == 1 && room.dims == 2) && room.extent.along(axis) < 2)
            throw std::domain_error("walls on the nodes ('whole') need at least two nodes along every axis");
}

bool has_open_sides(const VoxelRoom& room) {
    return std::ranges::any_of(room.side_kind, [](SideKind kind) { return kind != SideKind::wall; });
}

/// Nodes between a face of a sheet and the nearest side that is no wall.
std::int64_t nearest_open_side(const VoxelRoom& room, const VoxelRoom::SheetFace& face) {
    const Extent& e = room.extent;
    const Node n = node_at(e, face.node);
    std::array<std::int64_t, 6> away{n.x, e.nx - 1 - n.x, n.y, e.ny - 1 - n.y, n.z, e.nz - 1 - n.z};
    ++away[2 * std::size_t{face.axis}];  // the face lies beyond its node
    std::int64_t least = e.nodes();
    for (std::size_t side = 0; side < 6; ++side)
        if (room.side_kind[side] != SideKind::wall && !(room.dims == 2 && side / 2 == 1))
            least = std::min(least, away[side]);
    return least;
}

/// One sentence why the solids are not possible beside sides that are not walls; empty if they are. A solid in an
/// absorbing layer must extend to the end of the layer.
std::string why_not_beside_open_sides(const Stencil& stencil, const VoxelRoom& room) {
    const Extent& e = room.extent;
    const std::int64_t reach =
        room.has_solids() ? wall_support(stencil, contents_of(room)).solids_reach : radius(stencil);
    for (const VoxelRoom::SheetFace& face : room.sheets)
        if (nearest_open_side(room, face) < reach)
            return "sheets must stay away from absorbing layers and free surfaces by the reach of the stencil";
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(room.solid.size()); ++i) {
        if (room.solid[static_cast<std::size_t>(i)] == 0) continue;
        const Node n = node_at(e, i);
        const std::array<std::int64_t, 6> away{n.x, e.nx - 1 - n.x, n.y, e.ny - 1 - n.y, n.z, e.nz - 1 - n.z};
        const std::array<Node, 6> outwards{Node{n.x - 1, n.y, n.z}, {n.x + 1, n.y, n.z}, {n.x, n.y - 1, n.z},
                                           {n.x, n.y + 1, n.z},     {n.x, n.y, n.z - 1}, {n.x, n.y, n.z + 1}};
        for (std::size_t side = 0; side < 6; ++side) {
            if (room.side_kind[side] == SideKind::wall || away[side] >= reach) continue;
            if (room.side_kind[side] == SideKind::absorbing && acts_along_axes(stencil) &&
                (away[side] == 0 || !room.is_air(outwards[side].x, outwards[side].y, outwards[side].z)))
                continue;
            return "solids must stay away from absorbing layers and free surfaces by the reach of the stencil, or go "
                   "through a layer of a stencil along the axes";
        }
    }
    return {};
}

void append(const Corrections& more, Corrections& all) {
    for (std::size_t i = 0; i < more.size(); ++i) all.add(more.node(i), more, i);
}

/// Appends the rows beside solids, and returns the bound of the spectrum.
double add_solid_rows(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                      const Planes& planes, WallForm form, Corrections& corrections) {
    const WallSupport support = wall_support(stencil, contents_of(room));
    if (!support.solids)
        throw std::domain_error("stencil '" + stencil.name +
                                "' has no stable treatment of solids: " + support.solids_method);
    if (!support.by_walks) {
        const auto add = acts_along_axes(stencil) ? add_segment_mirror : add_tangential_completion;
        if (rows.any()) add(stencil, courant, room, rows, planes, corrections);
        return 4 / (support.solids_courant_max * support.solids_courant_max);
    }
    // Next to edges a matrix of radius 1 has no free number that matters.
    const GramSearch found = form == WallForm::vertex   ? find_tuned_gram_with_ports(stencil)
                             : acts_on_nearest(stencil) ? find_gram(stencil)
                                                        : find_tuned_gram(stencil);
    if (!found.matrix)
        throw std::domain_error("stencil '" + stencil.name +
                                "' has no walls at the vertices beside solids: " + found.why_not);
    add_gram_rows(stencil, *found.matrix, courant, room, rows, planes, corrections);
    return found.matrix->bound;
}

/// Adds solids, their corrections and the bound that they satisfy.
void add_solids(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                const Planes& planes, WallForm form, WallPlan& plan) {
    std::vector<SolidSpan> solids = solid_spans(room, rows, planes);
    if (room.cut.empty()) {
        plan.spectral_bound = add_solid_rows(stencil, courant, room, rows, planes, form, plan.passes.corrections);
    } else {
        Corrections corrections;
        plan.spectral_bound = add_solid_rows(stencil, courant, room, rows, planes, form, corrections);
        add_cut_rows(stencil, courant, room, planes, corrections, solids);
        append(corrections, plan.passes.corrections);
    }
    plan.passes.solids.insert(plan.passes.solids.end(), solids.begin(), solids.end());
    plan.corrected_nodes = static_cast<std::int64_t>(plan.passes.corrections.size());
}

/// D0 of lossy walls.
double air_mass_of(const Stencil& stencil, WallForm form) {
    if (form == WallForm::lumped) return 0;
    const double mass = half_cell_air_mass(stencil, form == WallForm::whole ? WallPosition::whole : WallPosition::half);
    if (mass < -1e-9)
        throw std::domain_error("stencil '" + stencil.name +
                                "' has no passive lossy wall on its nodes; use half-cell walls");
    return std::max(mass, 0.0);  // rounding of an exact 0
}

/// Adds the states of lossy walls.
void add_lossy_walls(const Stencil& stencil, const VoxelRoom& room, const SolidRows& rows, const Planes& planes,
                     const std::vector<double>& admittance, WallForm form, WallPlan& plan) {
    plan.air_mass = air_mass_of(stencil, form);
    if (form == WallForm::vertex) return;  // vertex walls are ports, which are added elsewhere
    const bool half_cell = form == WallForm::automatic || form == WallForm::half;
    if (half_cell && takes_explicit_walls(stencil)) {
        ExplicitWalls& walls = plan.passes.explicit_walls;
        add_explicit_walls(room, rows, planes, admittance, plan.air_mass, walls);
        plan.wall_faces = static_cast<std::int64_t>(walls.nodes.size());
        return;
    }
    BranchWalls& walls = plan.passes.branch_walls;
    add_branch_walls(room, rows, planes, admittance, plan.air_mass,
                     form == WallForm::whole ? WallPosition::whole : WallPosition::half, walls);
    plan.wall_faces = static_cast<std::int64_t>(walls.laws.size());
}

}  // namespace

bool any_lossy(const std::vector<double>& admittance) {
    return std::ranges::any_of(admittance, [](double g) { return g >= least_admittance; });
}

void add_plane_walls(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                     const Planes& planes, const std::vector<double>& admittance, WallForm form, WallPlan& plan) {
    check(stencil, courant, room, admittance, form);
    if (has_open_sides(room)) {
        if (form == WallForm::whole)
            throw std::domain_error("absorbing layers and free surfaces need half-cell walls, not walls on the nodes");
        if (const std::string why = why_not_beside_open_sides(stencil, room); !why.empty())
            throw std::domain_error(why);
    }
    if (form == WallForm::whole && rows.any())
        throw std::domain_error("walls on the nodes ('whole') are for empty boxes; use half-cell walls with solids");
    if (form == WallForm::vertex && room.has_sheets() && any_lossy(admittance) && !VertexRule::knows_sheets(stencil))
        throw std::domain_error("walls at the vertices are not known beside sheets for stencil '" + stencil.name + "'");
    if (any_lossy(admittance)) add_lossy_walls(stencil, room, rows, planes, admittance, form, plan);
    if (rows.any() || !room.cut.empty()) add_solids(stencil, courant, room, rows, planes, form, plan);
}

}  // namespace wavesim
