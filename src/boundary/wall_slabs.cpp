// SPDX-License-Identifier: MIT
#include "boundary/wall_slabs.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "boundary/gram_patch.hpp"
#include "boundary/plane_walls.hpp"

namespace wavesim {

WallPlan build_walls_in_slabs(const Stencil& stencil, double courant, const Extent& extent, std::int64_t slab_planes,
                              const MakeRoomPlanes& planes, const std::vector<double>& admittance, WallForm form,
                              const std::vector<VertexLaw>& laws) {
    // Planes that a node's walls depend on; the walks beside sheets may reach further than those of the stencil's
    // solids.
    const std::int64_t around = std::max(2 * GramPatch::most_reach, wall_support(stencil).solids_reach);
    const std::int64_t plane = extent.nx * extent.ny;
    WallPlan plan;
    std::vector<WallPorts> ports;
    const std::vector<double> rigid(admittance.size());
    std::optional<VertexRule> rule;
    const auto absorbs = [](const VertexLaw& law) { return !law.branches.empty(); };
    if (form == WallForm::vertex && std::ranges::any_of(laws, absorbs)) rule.emplace(stencil);
    bool any_solid = false;
    RoomContents contents = RoomContents::boxes;
    std::array<SideKind, 6> sides{};
    std::vector<std::uint8_t> memory;
    for (std::int64_t first = 0; first < extent.nz; first += slab_planes) {
        const std::int64_t end = std::min(extent.nz, first + slab_planes);
        const std::int64_t from = std::max<std::int64_t>(0, first - around);
        const std::int64_t to = std::min(extent.nz, end + around);
        VoxelRoom room = planes(from, to, std::move(memory));
        sides = room.side_kind;
        if (from > 0) room.side_kind[static_cast<std::size_t>(Side::z_min)] = SideKind::wall;
        if (to < extent.nz) room.side_kind[static_cast<std::size_t>(Side::z_max)] = SideKind::wall;
        const SolidRows rows(room);
        const Planes own{first - from, end - from, plane * from};
        add_plane_walls(stencil, courant, room, rows, own, form == WallForm::vertex ? rigid : admittance, form, plan);
        any_solid = any_solid || rows.any();
        contents = contents_of(room);
        if (rule) {
            ports.push_back(
                make_vertex_ports(*rule, room, rows, laws, own.from, end == extent.nz ? own.to + 1 : own.to));
            for (std::int64_t& node : ports.back().nodes) node += own.origin;
            for (WallPorts::NodeMass& one : ports.back().masses) one.node += own.origin;
        }
        memory = std::move(room.solid);
    }
    if (rule) {
        plan.air_mass = rule->flat_mass();
        plan.passes.ports = join_ports(ports);
        plan.wall_faces = std::ssize(plan.passes.ports.nodes);
    }
    plan.halo = halo_rules(form, stencil.dims, sides);
    plan.method = walls_method(stencil, form, sides, plan, any_solid, contents);
    return plan;
}

}  // namespace wavesim
