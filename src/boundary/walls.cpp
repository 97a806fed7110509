// SPDX-License-Identifier: MIT
#include "boundary/walls.hpp"

#include <algorithm>

#include "boundary/plane_walls.hpp"

namespace wavesim {

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
    const SolidRows rows(room);
    WallPlan plan;
    plan.halo = halo_rules(form, room.dims, room.side_kind);
    add_plane_walls(stencil, courant, room, rows, all_planes(room.extent), admittance, form, plan);
    if (form == WallForm::vertex && any_lossy(admittance)) {
        plan.passes.ports = make_vertex_ports(VertexRule(stencil), room, rows, laws);
        plan.wall_faces = std::ssize(plan.passes.ports.nodes);
    }
    plan.method = walls_method(stencil, form, room.side_kind, plan, rows.any(), contents_of(room));
    return plan;
}

std::string walls_method(const Stencil& stencil, WallForm form, const std::array<SideKind, 6>& sides,
                         const WallPlan& plan, bool solids, RoomContents contents) {
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
    if (!solids) return method;
    return method + ", " + wall_support(stencil, contents).solids_method +
           (contents == RoomContents::sheets ? " at solids and sheets" : " at solids");
}

}  // namespace wavesim
