// SPDX-License-Identifier: MIT
#include "boundary/wall_slabs.hpp"

#include <algorithm>

namespace wavesim {

namespace {

/// Copies what a plan of a slab with planes around it says of the nodes of the slab itself.
class SlabCopy {
  public:
    /// Nodes [from, to) of the slab's room, which are `shift` further on in the whole one.
    SlabCopy(std::int64_t from, std::int64_t to, std::int64_t shift) : from_(from), to_(to), shift_(shift) {}

    void solids(const std::vector<SolidSpan>& part, std::vector<SolidSpan>& all) const {
        for (const SolidSpan& span : part)
            if (holds(span.node)) all.push_back({span.node + shift_, span.count});
    }

    void corrections(const Corrections& part, Corrections& all) const {
        for (std::size_t i = 0; i < part.nodes.size(); ++i) {
            if (!holds(part.nodes[i])) continue;
            all.nodes.push_back(part.nodes[i] + shift_);
            for (auto k = static_cast<std::size_t>(part.first[i]); k < static_cast<std::size_t>(part.first[i + 1]);
                 ++k) {
                all.neighbours.push_back(part.neighbours[k] + shift_);
                all.weights.push_back(part.weights[k]);
            }
            all.first.push_back(static_cast<std::int64_t>(all.neighbours.size()));
        }
    }

    void explicit_walls(const ExplicitWalls& part, ExplicitWalls& all) const {
        for (std::size_t f = 0; f < part.nodes.size(); ++f) {
            if (!holds(part.nodes[f])) continue;
            all.nodes.push_back(part.nodes[f] + shift_);
            all.laws.push_back(law_index(part.law[part.laws[f]], all.law));
        }
    }

    void branch_walls(const BranchWalls& part, BranchWalls& all) const {
        for (std::size_t i = 0; i < part.nodes.size(); ++i) {
            if (!holds(part.nodes[i])) continue;
            all.nodes.push_back(part.nodes[i] + shift_);
            for (auto f = static_cast<std::size_t>(part.first[i]); f < static_cast<std::size_t>(part.first[i + 1]); ++f)
                all.laws.push_back(law_index(part.law[part.laws[f]], all.law));
            all.first.push_back(static_cast<std::int64_t>(all.laws.size()));
        }
    }

  private:
    bool holds(std::int64_t node) const { return node >= from_ && node < to_; }
    static std::uint16_t law_index(const WallLaw& wanted, std::vector<WallLaw>& laws) {
        const auto found = std::ranges::find(laws, wanted);
        const auto index = static_cast<std::uint16_t>(found - laws.begin());
        if (found == laws.end()) laws.push_back(wanted);
        return index;
    }

    std::int64_t from_;
    std::int64_t to_;
    std::int64_t shift_;
};

}  // namespace

WallPlan build_walls_in_slabs(const Stencil& stencil, double courant, const Extent& extent, std::int64_t slab_planes,
                              const MakeRoomPlanes& planes, const std::vector<double>& admittance, WallForm form) {
    const std::int64_t around = std::max(1, radius(stencil));  // planes that a node's walls depend on
    const std::int64_t plane = extent.nx * extent.ny;
    WallPlan plan;
    bool any_solid = false;
    std::array<SideKind, 6> sides{};
    for (std::int64_t first = 0; first < extent.nz; first += slab_planes) {
        const std::int64_t end = std::min(extent.nz, first + slab_planes);
        const std::int64_t from = std::max<std::int64_t>(0, first - around);
        const std::int64_t to = std::min(extent.nz, end + around);
        VoxelRoom room = planes(from, to);
        sides = room.side_kind;
        if (from > 0) room.side_kind[static_cast<std::size_t>(Side::z_min)] = SideKind::wall;
        if (to < extent.nz) room.side_kind[static_cast<std::size_t>(Side::z_max)] = SideKind::wall;
        const WallPlan part = build_walls(stencil, courant, room, admittance, form);
        any_solid = any_solid || part.spectral_bound > 0;
        plan.air_mass = part.air_mass;
        plan.spectral_bound = std::max(plan.spectral_bound, part.spectral_bound);
        const SlabCopy copy(plane * (first - from), plane * (end - from), plane * from);
        copy.solids(part.passes.solids, plan.passes.solids);
        copy.corrections(part.passes.corrections, plan.passes.corrections);
        copy.explicit_walls(part.passes.explicit_walls, plan.passes.explicit_walls);
        copy.branch_walls(part.passes.branch_walls, plan.passes.branch_walls);
    }
    const WallPasses& passes = plan.passes;
    plan.halo = halo_rules(form, stencil.dims, sides);
    plan.wall_faces = static_cast<std::int64_t>(passes.explicit_walls.nodes.size() + passes.branch_walls.laws.size());
    plan.corrected_nodes = static_cast<std::int64_t>(passes.corrections.nodes.size());
    plan.method = walls_method(stencil, form, sides, plan, any_solid);
    return plan;
}

}  // namespace wavesim
