// SPDX-License-Identifier: MIT
#include "boundary/wall_slabs.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "boundary/gram_patch.hpp"
#include "boundary/plane_walls.hpp"
#include "stencils/grid/growing_list.hpp"
#include "stencils/grid/parallel_for.hpp"

namespace wavesim {

namespace {

/// The walls of some planes, and what they say of the room.
struct SlabWalls {
    WallPlan plan;
    WallPorts ports;
    bool any_solid = false;
    RoomContents contents = RoomContents::boxes;
    std::array<SideKind, 6> sides{};  ///< of the room
};

/// Makes the walls of a room plane by plane.
class SlabMaker {
  public:
    SlabMaker(const Stencil& stencil, double courant, const std::vector<double>& admittance, WallForm form,
              const std::vector<VertexLaw>& laws)
        : stencil_(stencil), courant_(courant), admittance_(admittance), form_(form), laws_(laws) {
        const auto absorbs = [](const VertexLaw& law) { return !law.branches.empty(); };
        if (form == WallForm::vertex && std::ranges::any_of(laws, absorbs)) rule_.emplace(stencil);
    }

    /// The walls of the planes `own` of a room; `last`: whether they end at its far side.
    SlabWalls make(const VoxelRoom& room, const SolidRows& rows, const Planes& own, bool last) const {
        SlabWalls made;
        made.any_solid = rows.any();
        made.contents = contents_of(room);
        add_plane_walls(stencil_, courant_, room, rows, own, admittance_, form_, made.plan);
        if (!rule_) return made;
        made.ports = make_vertex_ports(*rule_, room, rows, laws_, own.from, last ? own.to + 1 : own.to);
        for (std::int64_t& node : made.ports.nodes) node += own.origin;
        for (WallPorts::NodeMass& one : made.ports.masses) one.node += own.origin;
        return made;
    }

    /// Joins the walls of all slabs, which make(slab) makes.
    template <class Make>
    WallPlan join(std::int64_t slabs, int threads, const Make& make) const {
        WallPlan plan;
        std::vector<WallPorts> ports;
        SlabWalls of_room;
        parallel_in_order(slabs, threads, make, [&](SlabWalls made) {
            append(made.plan, plan);
            if (rule_) ports.push_back(std::move(made.ports));
            of_room.any_solid = of_room.any_solid || made.any_solid;
            of_room.contents = made.contents;
            of_room.sides = made.sides;
        });
        if (rule_) {
            plan.air_mass = rule_->flat_mass();
            plan.passes.ports = join_ports(ports);
            plan.wall_faces = std::ssize(plan.passes.ports.nodes);
        }
        plan.halo = halo_rules(form_, stencil_.dims, of_room.sides);
        plan.method = walls_method(stencil_, form_, of_room.sides, plan, of_room.any_solid, of_room.contents);
        return plan;
    }

  private:
    /// The numbers in `all` of laws, which are added where they are new.
    static std::vector<std::uint16_t> numbers(const std::vector<WallLaw>& laws, std::vector<WallLaw>& all) {
        std::vector<std::uint16_t> numbers;
        for (const WallLaw& law : laws) {
            const auto known = std::ranges::find(all, law);
            if (known == all.end() && all.size() > 65535)
                throw std::domain_error("a room may have at most 65536 different wall laws");
            numbers.push_back(static_cast<std::uint16_t>(known - all.begin()));
            if (known == all.end()) all.push_back(law);
        }
        return numbers;
    }

    /// Appends the walls of the next planes.
    static void append(const WallPlan& more, WallPlan& all) {
        const WallPasses& from = more.passes;
        WallPasses& to = all.passes;
        to.solids.insert(to.solids.end(), from.solids.begin(), from.solids.end());
        for (std::size_t i = 0; i < from.corrections.size(); ++i)
            to.corrections.add(from.corrections.node(i), from.corrections, i);
        const auto explicit_law = numbers(from.explicit_walls.law, to.explicit_walls.law);
        for (std::size_t i = 0; i < from.explicit_walls.nodes.size(); ++i) {
            grow_by(to.explicit_walls.nodes, from.explicit_walls.nodes[i]);
            grow_by(to.explicit_walls.laws, explicit_law[from.explicit_walls.laws[i]]);
        }
        const auto branch_law = numbers(from.branch_walls.law, to.branch_walls.law);
        const std::int64_t faces = to.branch_walls.first.back();
        for (std::size_t i = 0; i < from.branch_walls.nodes.size(); ++i) {
            grow_by(to.branch_walls.nodes, from.branch_walls.nodes[i]);
            grow_by(to.branch_walls.first, faces + from.branch_walls.first[i + 1]);
        }
        for (const std::uint16_t law : from.branch_walls.laws) grow_by(to.branch_walls.laws, branch_law[law]);
        all.air_mass = more.air_mass;
        all.wall_faces += more.wall_faces;
        all.corrected_nodes += more.corrected_nodes;
        all.spectral_bound = std::max(all.spectral_bound, more.spectral_bound);
    }

    const Stencil& stencil_;
    double courant_;
    const std::vector<double>& admittance_;
    WallForm form_;
    const std::vector<VertexLaw>& laws_;
    std::optional<VertexRule> rule_;
};

/// Memory for the solids of slabs, as much as slabs are made at a time.
class SpareMemory {
  public:
    std::vector<std::uint8_t> take() {
        const std::scoped_lock lock(mutex_);
        if (spare_.empty()) return {};
        std::vector<std::uint8_t> memory = std::move(spare_.back());
        spare_.pop_back();
        return memory;
    }
    void give(std::vector<std::uint8_t> memory) {
        const std::scoped_lock lock(mutex_);
        spare_.push_back(std::move(memory));
    }

  private:
    std::mutex mutex_;
    std::vector<std::vector<std::uint8_t>> spare_;
};

}  // namespace

WallPlan build_walls_in_slabs(const Stencil& stencil, double courant, const Extent& extent, std::int64_t slab_planes,
                              const MakeRoomPlanes& planes, const std::vector<double>& admittance, WallForm form,
                              const std::vector<VertexLaw>& laws, int threads) {
    // Planes that a node's walls depend on; the walks beside sheets may reach further than those of the stencil's
    // solids.
    const std::int64_t around = std::max(2 * GramPatch::most_reach, wall_support(stencil).solids_reach);
    const SlabMaker maker(stencil, courant, admittance, form, laws);
    SpareMemory memory;
    return maker.join((extent.nz + slab_planes - 1) / slab_planes, threads, [&](std::int64_t slab) {
        const std::int64_t first = slab * slab_planes, end = std::min(extent.nz, first + slab_planes);
        const std::int64_t from = std::max<std::int64_t>(0, first - around);
        const std::int64_t to = std::min(extent.nz, end + around);
        VoxelRoom room = planes(from, to, memory.take());
        const std::array<SideKind, 6> sides = room.side_kind;
        if (from > 0) room.side_kind[static_cast<std::size_t>(Side::z_min)] = SideKind::wall;
        if (to < extent.nz) room.side_kind[static_cast<std::size_t>(Side::z_max)] = SideKind::wall;
        SlabWalls made = maker.make(room, SolidRows(room), {first - from, end - from, extent.nx * extent.ny * from},
                                    end == extent.nz);
        made.sides = sides;
        memory.give(std::move(room.solid));
        return made;
    });
}

WallPlan build_walls_on_threads(const Stencil& stencil, double courant, const VoxelRoom& room,
                                const std::vector<double>& admittance, WallForm form,
                                const std::vector<VertexLaw>& laws, int threads) {
    constexpr std::int64_t nodes_at_once = 1 << 22;
    const std::int64_t planes = room.extent.nz;
    const std::int64_t of_slab = std::max<std::int64_t>(1, nodes_at_once / (room.extent.nx * room.extent.ny));
    const SlabMaker maker(stencil, courant, admittance, form, laws);
    const SolidRows rows(room);
    return maker.join((planes + of_slab - 1) / of_slab, threads, [&](std::int64_t slab) {
        const std::int64_t from = slab * of_slab, to = std::min(planes, from + of_slab);
        SlabWalls made = maker.make(room, rows, {from, to}, to == planes);
        made.sides = room.side_kind;
        return made;
    });
}

}  // namespace wavesim
