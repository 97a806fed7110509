// SPDX-License-Identifier: MIT
#include "boundary/wall_slabs.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace wavesim {

namespace {

/// Copies what a plan of a slab with planes around it says of the nodes of the slab itself.
class SlabCopy {
  public:
    /// Nodes [from, to) of the slab's room, which are `shift` further on in the whole one.
    SlabCopy(std::int64_t from, std::int64_t to, std::int64_t shift) : from_(from), to_(to), shift_(shift) {}

    void solids(const std::vector<SolidSpan>& part, std::vector<SolidSpan>& all) const {
        for (const SolidSpan& span : part)
            if (span.node >= from_ && span.node < to_) all.push_back({span.node + shift_, span.count});
    }

    void corrections(const Corrections& part, Corrections& all) const {
        const auto [from, to] = held(part.nodes);
        add_shifted(part.nodes, from, to, all.nodes);
        const std::int64_t first = part.first[from];
        const auto entries = std::ssize(all.neighbours);
        add_shifted(part.neighbours, static_cast<std::size_t>(first), static_cast<std::size_t>(part.first[to]),
                    all.neighbours);
        all.weights.insert(all.weights.end(), part.weights.begin() + first, part.weights.begin() + part.first[to]);
        for (std::size_t i = from; i < to; ++i) all.first.push_back(part.first[i + 1] - first + entries);
    }

    void explicit_walls(const ExplicitWalls& part, ExplicitWalls& all) const {
        const auto [from, to] = held(part.nodes);
        add_shifted(part.nodes, from, to, all.nodes);
        LawIndex index(part.law, all.law);
        for (std::size_t f = from; f < to; ++f) all.laws.push_back(index(part.laws[f]));
    }

    void branch_walls(const BranchWalls& part, BranchWalls& all) const {
        const auto [from, to] = held(part.nodes);
        add_shifted(part.nodes, from, to, all.nodes);
        LawIndex index(part.law, all.law);
        for (std::size_t i = from; i < to; ++i) {
            for (auto f = static_cast<std::size_t>(part.first[i]); f < static_cast<std::size_t>(part.first[i + 1]); ++f)
                all.laws.push_back(index(part.laws[f]));
            all.first.push_back(std::ssize(all.laws));
        }
    }

  private:
    /// Where a law of a part stands among those of the whole, which grow by those that are new.
    class LawIndex {
      public:
        LawIndex(const std::vector<WallLaw>& part, std::vector<WallLaw>& all)
            : part_(part), all_(all), index_(part.size()) {}
        std::uint16_t operator()(std::uint16_t law) {
            std::optional<std::uint16_t>& index = index_[law];
            if (!index) {
                const auto found = std::ranges::find(all_, part_[law]);
                index = static_cast<std::uint16_t>(found - all_.begin());
                if (found == all_.end()) all_.push_back(part_[law]);
            }
            return *index;
        }

      private:
        const std::vector<WallLaw>& part_;
        std::vector<WallLaw>& all_;
        std::vector<std::optional<std::uint16_t>> index_;
    };

    /// The entries of an ascending list whose nodes are the slab's: [first, second).
    std::pair<std::size_t, std::size_t> held(const std::vector<std::int64_t>& nodes) const {
        const auto from = std::ranges::lower_bound(nodes, from_);
        const auto to = std::lower_bound(from, nodes.end(), to_);
        return {static_cast<std::size_t>(from - nodes.begin()), static_cast<std::size_t>(to - nodes.begin())};
    }
    void add_shifted(const std::vector<std::int64_t>& part, std::size_t from, std::size_t to,
                     std::vector<std::int64_t>& all) const {
        for (std::size_t i = from; i < to; ++i) all.push_back(part[i] + shift_);
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
