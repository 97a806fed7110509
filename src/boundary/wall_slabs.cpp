// SPDX-License-Identifier: MIT
#include "boundary/wall_slabs.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace wavesim {

namespace {

/// Copies what a plan of a slab with planes around it says of the nodes of the slab itself. `first` of its lists starts
/// with where the first node ends.
class SlabCopy {
  public:
    /// Nodes [from, to) of the slab's room, which are `shift` further on in the whole one.
    SlabCopy(std::int64_t from, std::int64_t to, std::int64_t shift) : from_(from), to_(to), shift_(shift) {}

    void solids(const std::vector<SolidSpan>& part, std::vector<SolidSpan>& slab) const {
        const auto is_held = [this](const SolidSpan& span) { return span.node >= from_ && span.node < to_; };
        slab.reserve(static_cast<std::size_t>(std::ranges::count_if(part, is_held)));
        for (const SolidSpan& span : part)
            if (is_held(span)) slab.push_back({span.node + shift_, span.count});
    }

    void corrections(const Corrections& part, Corrections& slab) const {
        const auto [from, to] = held(part.nodes);
        const std::int64_t first = part.first[from];
        slab.nodes = shifted(part.nodes, from, to);
        slab.first = ends(part.first, from, to);
        slab.neighbours =
            shifted(part.neighbours, static_cast<std::size_t>(first), static_cast<std::size_t>(part.first[to]));
        slab.weights.assign(part.weights.begin() + first, part.weights.begin() + part.first[to]);
    }

    /// `all`: the laws of all slabs so far, which grow by those that are new.
    void explicit_walls(const ExplicitWalls& part, ExplicitWalls& slab, std::vector<WallLaw>& all) const {
        const auto [from, to] = held(part.nodes);
        slab.nodes = shifted(part.nodes, from, to);
        slab.laws = indices(part.law, part.laws, from, to, all);
    }

    void branch_walls(const BranchWalls& part, BranchWalls& slab, std::vector<WallLaw>& all) const {
        const auto [from, to] = held(part.nodes);
        slab.nodes = shifted(part.nodes, from, to);
        slab.first = ends(part.first, from, to);
        slab.laws = indices(part.law, part.laws, static_cast<std::size_t>(part.first[from]),
                            static_cast<std::size_t>(part.first[to]), all);
    }

  private:
    /// Laws [from, to) of a part, as `all` counts them.
    static std::vector<std::uint16_t> indices(const std::vector<WallLaw>& law, const std::vector<std::uint16_t>& laws,
                                              std::size_t from, std::size_t to, std::vector<WallLaw>& all) {
        std::vector<std::optional<std::uint16_t>> index(law.size());
        std::vector<std::uint16_t> found;
        found.reserve(to - from);
        for (std::size_t f = from; f < to; ++f) {
            std::optional<std::uint16_t>& at = index[laws[f]];
            if (!at) {
                const auto place = std::ranges::find(all, law[laws[f]]);
                at = static_cast<std::uint16_t>(place - all.begin());
                if (place == all.end()) all.push_back(law[laws[f]]);
            }
            found.push_back(*at);
        }
        return found;
    }

    /// The entries of an ascending list whose nodes are the slab's: [first, second).
    std::pair<std::size_t, std::size_t> held(const std::vector<std::int64_t>& nodes) const {
        const auto from = std::ranges::lower_bound(nodes, from_);
        const auto to = std::lower_bound(from, nodes.end(), to_);
        return {static_cast<std::size_t>(from - nodes.begin()), static_cast<std::size_t>(to - nodes.begin())};
    }
    std::vector<std::int64_t> shifted(const std::vector<std::int64_t>& part, std::size_t from, std::size_t to) const {
        std::vector<std::int64_t> nodes(to - from);
        for (std::size_t i = from; i < to; ++i) nodes[i - from] = part[i] + shift_;
        return nodes;
    }
    /// Where the entries of each node end, counted from those of the first one.
    static std::vector<std::int64_t> ends(const std::vector<std::int64_t>& first, std::size_t from, std::size_t to) {
        std::vector<std::int64_t> ends(to - from);
        for (std::size_t i = from; i < to; ++i) ends[i - from] = first[i + 1] - first[from];
        return ends;
    }

    std::int64_t from_;
    std::int64_t to_;
    std::int64_t shift_;
};

/// Appends a list of every slab, and frees it: no list is there twice.
template <class List, class Of>
void join(std::vector<WallPasses>& slabs, List& all, Of of) {
    std::size_t size = all.size();
    for (WallPasses& slab : slabs) size += of(slab).size();
    all.reserve(size);
    for (WallPasses& slab : slabs) {
        const List part = std::exchange(of(slab), {});
        all.insert(all.end(), part.begin(), part.end());
    }
}

/// The same of ends of nodes, before the entries that they count are joined.
template <class Of, class Entries>
void join_ends(std::vector<WallPasses>& slabs, std::vector<std::int64_t>& all, Of of, Entries entries) {
    std::int64_t before = 0;
    for (WallPasses& slab : slabs) {
        for (std::int64_t& end : of(slab)) end += before;
        before += std::ssize(entries(slab));
    }
    join(slabs, all, of);
}

void join_slabs(std::vector<WallPasses>& slabs, WallPasses& all) {
    const auto neighbours = [](WallPasses & slab) -> auto& { return slab.corrections.neighbours; };
    const auto laws = [](WallPasses & slab) -> auto& { return slab.branch_walls.laws; };
    join(
        slabs, all.solids, [](WallPasses & slab) -> auto& { return slab.solids; });
    join(
        slabs, all.explicit_walls.nodes, [](WallPasses & slab) -> auto& { return slab.explicit_walls.nodes; });
    join(
        slabs, all.explicit_walls.laws, [](WallPasses & slab) -> auto& { return slab.explicit_walls.laws; });
    join(
        slabs, all.corrections.nodes, [](WallPasses & slab) -> auto& { return slab.corrections.nodes; });
    join_ends(
        slabs, all.corrections.first, [](WallPasses & slab) -> auto& { return slab.corrections.first; }, neighbours);
    join(slabs, all.corrections.neighbours, neighbours);
    join(
        slabs, all.corrections.weights, [](WallPasses & slab) -> auto& { return slab.corrections.weights; });
    join(
        slabs, all.branch_walls.nodes, [](WallPasses & slab) -> auto& { return slab.branch_walls.nodes; });
    join_ends(
        slabs, all.branch_walls.first, [](WallPasses & slab) -> auto& { return slab.branch_walls.first; }, laws);
    join(slabs, all.branch_walls.laws, laws);
}

}  // namespace

WallPlan build_walls_in_slabs(const Stencil& stencil, double courant, const Extent& extent, std::int64_t slab_planes,
                              const MakeRoomPlanes& planes, const std::vector<double>& admittance, WallForm form,
                              const std::vector<VertexLaw>& laws) {
    const std::int64_t around = std::max(1, radius(stencil));  // planes that a node's walls depend on
    const std::int64_t plane = extent.nx * extent.ny;
    WallPlan plan;
    std::vector<WallPasses> slabs;
    std::vector<WallPorts> ports;
    const std::vector<double> rigid(admittance.size());
    std::optional<VertexRule> rule;
    const auto absorbs = [](const VertexLaw& law) { return !law.branches.empty(); };
    if (form == WallForm::vertex && std::ranges::any_of(laws, absorbs)) rule.emplace(stencil);
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
        const WallPlan part = build_walls(stencil, courant, room, form == WallForm::vertex ? rigid : admittance, form);
        any_solid = any_solid || part.spectral_bound > 0;
        plan.air_mass = part.air_mass;
        plan.spectral_bound = std::max(plan.spectral_bound, part.spectral_bound);
        const SlabCopy copy(plane * (first - from), plane * (end - from), plane * from);
        WallPasses& slab = slabs.emplace_back();
        copy.solids(part.passes.solids, slab.solids);
        copy.corrections(part.passes.corrections, slab.corrections);
        copy.explicit_walls(part.passes.explicit_walls, slab.explicit_walls, plan.passes.explicit_walls.law);
        copy.branch_walls(part.passes.branch_walls, slab.branch_walls, plan.passes.branch_walls.law);
        if (rule) {
            ports.push_back(make_vertex_ports(*rule, room, SolidRows(room), laws, first - from,
                                              (end == extent.nz ? end + 1 : end) - from));
            for (std::int64_t& node : ports.back().nodes) node += plane * from;
        }
    }
    if (rule) {
        plan.air_mass = rule->flat_mass();
        plan.passes.ports = join_ports(std::exchange(ports, {}));
    }
    join_slabs(slabs, plan.passes);
    const WallPasses& passes = plan.passes;
    plan.halo = halo_rules(form, stencil.dims, sides);
    plan.wall_faces = static_cast<std::int64_t>(passes.explicit_walls.nodes.size() + passes.branch_walls.laws.size() +
                                                passes.ports.nodes.size());
    plan.corrected_nodes = static_cast<std::int64_t>(passes.corrections.nodes.size());
    plan.method = walls_method(stencil, form, sides, plan, any_solid);
    return plan;
}

}  // namespace wavesim
