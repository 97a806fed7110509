// SPDX-License-Identifier: MIT
#include "boundary/walls.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "boundary/segment_mirror.hpp"
#include "boundary/tangential_completion.hpp"
#include "boundary/wall_bounds.hpp"
#include "boundary/wall_states.hpp"

namespace wavesim {
namespace {

bool any_lossy(const std::vector<double>& admittance) {
    for (const double g : admittance)
        if (g >= least_admittance) return true;
    return false;
}

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

/// Why solids cannot stand where they do beside sides that are no walls, one sentence; empty where they can. Through
/// an absorbing layer a solid must go to its end.
std::string why_not_beside_open_sides(const Stencil& stencil, const VoxelRoom& room) {
    const Extent& e = room.extent;
    const std::int64_t reach = radius(stencil);
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

/// Solids, their corrections and the bound that they keep.
void add_solids(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows, WallPlan& plan) {
    const WallSupport support = wall_support(stencil);
    if (!support.solids)
        throw std::domain_error("stencil '" + stencil.name +
                                "' has no stable treatment of solids: " + support.solids_method);
    plan.spectral_bound = 4 / (support.solids_courant_max * support.solids_courant_max);
    plan.passes.solids = solid_spans(room, rows);
    plan.passes.corrections = acts_along_axes(stencil) ? segment_mirror(stencil, courant, room, rows)
                                                       : tangential_completion(stencil, courant, room, rows);
    plan.corrected_nodes = static_cast<std::int64_t>(plan.passes.corrections.nodes.size());
}

/// The states of lossy walls.
void add_lossy_walls(const Stencil& stencil, const VoxelRoom& room, const SolidRows& rows,
                     const std::vector<double>& admittance, WallForm form, const std::vector<VertexLaw>& laws,
                     WallPlan& plan) {
    const WallPosition position = form == WallForm::whole ? WallPosition::whole : WallPosition::half;
    plan.air_mass = form == WallForm::lumped ? 0 : half_cell_air_mass(stencil, position);
    if (plan.air_mass < 0) {
        if (plan.air_mass < -1e-9)
            throw std::domain_error("stencil '" + stencil.name +
                                    "' has no passive lossy wall on its nodes; use half-cell walls");
        plan.air_mass = 0;  // rounding of an exact 0
    }
    WallPasses& passes = plan.passes;
    if (form == WallForm::vertex) {
        passes.ports = make_vertex_ports(VertexRule(stencil), room, rows, laws);
        plan.wall_faces = std::ssize(passes.ports.nodes);
        return;
    }
    const bool half_cell = form == WallForm::automatic || form == WallForm::half;
    if (half_cell && wall_support(stencil).explicit_form) {
        passes.explicit_walls = make_explicit_walls(room, rows, admittance, plan.air_mass);
        plan.wall_faces = static_cast<std::int64_t>(passes.explicit_walls.nodes.size());
        return;
    }
    passes.branch_walls = make_branch_walls(room, rows, admittance, plan.air_mass, position);
    plan.wall_faces = static_cast<std::int64_t>(passes.branch_walls.laws.size());
}

}  // namespace

std::array<HaloRule, 6> halo_rules(WallForm form, int dims, const std::array<SideKind, 6>& sides) {
    std::array<HaloRule, 6> halo;
    halo.fill(form == WallForm::whole ? HaloRule::mirror_whole : HaloRule::mirror_half);
    if (dims == 2)
        for (const Side side : {Side::y_min, Side::y_max}) halo[static_cast<std::size_t>(side)] = HaloRule::mirror_half;
    for (std::size_t side = 0; side < 6; ++side) {
        if (sides[side] == SideKind::absorbing) halo[side] = HaloRule::zero;
        if (sides[side] == SideKind::free_surface) halo[side] = HaloRule::odd_half;
    }
    return halo;
}

WallPlan build_walls(const Stencil& stencil, double courant, const VoxelRoom& room,
                     const std::vector<double>& admittance, WallForm form, const std::vector<VertexLaw>& laws) {
    check(stencil, courant, room, admittance, form);
    if (has_open_sides(room)) {
        if (form == WallForm::whole)
            throw std::domain_error("absorbing layers and free surfaces need half-cell walls, not walls on the nodes");
        if (const std::string why = why_not_beside_open_sides(stencil, room); !why.empty())
            throw std::domain_error(why);
    }
    const SolidRows rows(room);
    if (form == WallForm::whole && rows.any())
        throw std::domain_error("walls on the nodes ('whole') are for empty boxes; use half-cell walls with solids");

    WallPlan plan;
    plan.halo = halo_rules(form, room.dims, room.side_kind);
    if (any_lossy(admittance)) add_lossy_walls(stencil, room, rows, admittance, form, laws, plan);
    if (rows.any()) add_solids(stencil, courant, room, rows, plan);
    plan.method = walls_method(stencil, form, room.side_kind, plan, rows.any());
    return plan;
}

std::string walls_method(const Stencil& stencil, WallForm form, const std::array<SideKind, 6>& sides,
                         const WallPlan& plan, bool solids) {
    const bool walled = std::ranges::any_of(all_sides, [&](Side side) {
        return (stencil.dims == 3 || axis_of(side) != 1) && sides[static_cast<std::size_t>(side)] == SideKind::wall;
    });
    const bool whole = form == WallForm::whole;
    std::string method = plan.wall_faces == 0                        ? (!walled ? "no walls"
                                                                        : whole ? "rigid walls on the nodes, mirrored halo"
                                                                                : "rigid walls, mirrored halo")
                         : !plan.passes.ports.empty()                ? "ports at the vertices (VP)"
                         : !plan.passes.explicit_walls.nodes.empty() ? "explicit half-cell walls (BE)"
                         : form == WallForm::lumped                  ? "lumped walls (first order)"
                         : whole                                     ? "branch walls on the nodes (BI)"
                                                                     : "branch half-cell walls (BI)";
    return solids ? method + ", " + wall_support(stencil).solids_method + " at solids" : method;
}

}  // namespace wavesim
