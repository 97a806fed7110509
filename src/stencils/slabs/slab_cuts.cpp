// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_cuts.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "stencils/equations/statement_graph.hpp"
#include "stencils/slabs/slab_costs.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim {

namespace {

/// Number of planes that the operator of a medium reads along z.
struct ReachAlongZ {
    const Stencil& stencil;
    std::int64_t operator()(const ScalarShape&) const { return radius(stencil); }
    std::int64_t operator()(const DensityShape& medium) const { return 2 * std::int64_t{medium.half_order} - 1; }
    std::int64_t operator()(const TtiShape& medium) const {
        return medium.form == TtiForm::self_adjoint ? tti::self_adjoint_radius : radius(stencil);
    }
    std::int64_t operator()(const ProgramShape& medium) const {
        return equations::graph_of(*medium.program, equations::Differences(stencil, medium.program->declared.order))
            .halo(2);
    }
};

/// The boxes of a receiver, if a sketch lists its nodes as boxes.
std::span<const NodeBox> receiver_boxes(const PassLists& lists, std::size_t receiver) {
    if (lists.boxes.end.empty()) return {};
    const std::size_t first = receiver == 0 ? 0 : lists.boxes.end[receiver - 1];
    return std::span(lists.boxes.box).subspan(first, lists.boxes.end[receiver] - first);
}

/// Calls act(plane, read plane) for everything that may read further than the operator: rows of corrections, and
/// receivers, which are summed in the plane of their first node.
template <class Act>
void for_each_reach(const StencilProblem& problem, const Act& act) {
    const std::int64_t plane = problem.extent.nx * problem.extent.ny;
    const Corrections& rows = problem.walls.corrections;
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const Corrections::Term& term : rows.terms(i))
            act(rows.node(i) / plane, (rows.node(i) + term.offset) / plane);
    for (std::size_t r = 0; r < problem.receivers.size(); ++r) {
        const std::vector<std::int64_t>& nodes = problem.receivers[r].nodes;
        for (const std::int64_t node : nodes) act(nodes.front() / plane, node / plane);
        for (const NodeBox& box : receiver_boxes(problem, r)) {
            act(nodes.front() / plane, box.from.z);
            act(nodes.front() / plane, box.to.z - 1);
        }
    }
}

/// Range of possible cuts: [least, most].
struct CutRange {
    std::int64_t least;
    std::int64_t most;
    std::int64_t planes_between;  ///< least distance of two cuts
};

CutRange cut_range(const StencilProblem& problem, std::int64_t moved) {
    const std::int64_t ghosts = ghost_planes(problem);
    const auto beyond = [&](bool high) {
        return moved + std::max(ghosts, layer_margin(problem.layers.of(2, high), ghosts));
    };
    return {beyond(false), problem.extent.nz - beyond(true), moved + ghosts};
}

/// The cuts for which no slab costs more than `most`, each as far up as possible; empty if there are none.
std::vector<std::int64_t> cuts_within(const std::vector<double>& sums, const CutRange& range, std::int64_t count,
                                      double most) {
    std::vector<std::int64_t> cuts{0};
    for (std::int64_t k = 1; k < count; ++k) {
        const double limit = sums[static_cast<std::size_t>(cuts.back())] + most;
        const auto end = std::ranges::upper_bound(sums, limit);
        const std::int64_t left = range.most - (count - 1 - k) * range.planes_between;  // planes that the following
                                                                                        // slabs need are excluded
        const std::int64_t cut = std::min<std::int64_t>(end - sums.begin() - 1, left);
        if (cut < std::max(range.least, k == 1 ? 0 : cuts.back() + range.planes_between)) return {};
        cuts.push_back(cut);
    }
    if (sums.back() - sums[static_cast<std::size_t>(cuts.back())] > most) return {};
    cuts.push_back(static_cast<std::int64_t>(sums.size()) - 1);
    return cuts;
}

}  // namespace

std::int64_t reach_along_z(const StencilProblem& problem) {
    return std::visit(ReachAlongZ{problem.stencil}, problem.medium);
}

GhostsMoved ghosts_moved(const StencilProblem& problem, const Slab& slab, std::int64_t steps) {
    const std::int64_t reach = reach_along_z(problem);
    if (steps == 1) return {};
    return {std::max<std::int64_t>(0, slab.below - reach), std::max<std::int64_t>(0, slab.above - reach)};
}

std::int64_t ghost_planes(const StencilProblem& problem) {
    std::int64_t ghosts = reach_along_z(problem);
    for_each_reach(problem, [&](std::int64_t from, std::int64_t z) { ghosts = std::max(ghosts, std::abs(z - from)); });
    return ghosts;
}

std::vector<double> plane_costs(const StencilProblem& problem) {
    const Extent& n = problem.extent;
    const std::int64_t plane = n.nx * n.ny;
    std::vector<double> costs(static_cast<std::size_t>(n.nz));
    const auto add = [&](std::int64_t node, double cost) { costs[static_cast<std::size_t>(node / plane)] += cost; };
    const auto in_layers = [&](int axis, std::int64_t across) {
        const auto width = static_cast<double>(problem.layers.of(axis, false) + problem.layers.of(axis, true));
        return slab_costs.layer * width * static_cast<double>(across);
    };
    const double every = static_cast<double>(plane) + in_layers(0, n.ny) + in_layers(1, n.nx);
    for (std::int64_t z = 0; z < n.nz; ++z) {
        const bool layer = z < problem.layers.of(2, false) || z >= n.nz - problem.layers.of(2, true);
        costs[static_cast<std::size_t>(z)] = every + (layer ? slab_costs.layer * static_cast<double>(plane) : 0);
    }
    for (const std::int64_t node : problem.walls.explicit_walls.nodes) add(node, slab_costs.face);
    const BranchWalls& branch = problem.walls.branch_walls;
    for (std::size_t i = 0; i < branch.nodes.size(); ++i)
        add(branch.nodes[i], slab_costs.face * static_cast<double>(branch.first[i + 1] - branch.first[i]));
    for (const PointWeights& receiver : problem.receivers)
        for (const std::int64_t node : receiver.nodes) add(node, slab_costs.read);
    for (const Injection& source : problem.sources)
        for (const std::int64_t node : source.at.nodes) add(node, slab_costs.read);
    return costs;
}

std::vector<Slab> cut_slabs(const StencilProblem& problem, std::int64_t count, std::int64_t steps) {
    const std::int64_t moved = (steps - 1) * reach_along_z(problem);
    if (count < 1 || count > problem.extent.nz) return {};
    const CutRange range = cut_range(problem, moved);
    const std::vector<double> costs = plane_costs(problem);
    std::vector<double> sums(costs.size() + 1);
    std::partial_sum(costs.begin(), costs.end(), sums.begin() + 1);
    std::vector<std::int64_t> cuts = cuts_within(sums, range, count, sums.back());
    if (cuts.empty()) return {};
    double least = 0, most = sums.back();
    for (int halvings = 0; halvings < 60; ++halvings) {
        const double middle = (least + most) / 2;
        std::vector<std::int64_t> tried = cuts_within(sums, range, count, middle);
        (tried.empty() ? least : most) = middle;
        if (!tried.empty()) cuts = std::move(tried);
    }
    std::vector<Slab> slabs;
    const std::int64_t ghosts = moved + reach_along_z(problem);
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k)
        slabs.push_back({cuts[k], cuts[k + 1], k == 0 ? 0 : ghosts, k + 2 == cuts.size() ? 0 : ghosts});
    // More ghost planes only at cuts where something reads further.
    for_each_reach(problem, [&](std::int64_t from, std::int64_t z) {
        Slab& own = slabs[static_cast<std::size_t>(std::ranges::upper_bound(cuts, from) - cuts.begin() - 1)];
        if (z < own.from) own.below = std::max(own.below, moved + own.from - z);
        if (z >= own.to) own.above = std::max(own.above, moved + z - own.to + 1);
    });
    return slabs;
}

std::int64_t most_slabs(const StencilProblem& problem, std::int64_t steps) {
    const CutRange range = cut_range(problem, (steps - 1) * reach_along_z(problem));
    if (range.most < range.least) return 1;
    return 2 + (range.most - range.least) / std::max<std::int64_t>(1, range.planes_between);
}

double largest_over_mean(const StencilProblem& problem, const std::vector<Slab>& slabs) {
    const std::vector<double> costs = plane_costs(problem);
    double largest = 0;
    for (const Slab& slab : slabs)
        largest = std::max(largest, std::accumulate(costs.begin() + slab.from, costs.begin() + slab.to, 0.0));
    return largest * static_cast<double>(slabs.size()) / std::accumulate(costs.begin(), costs.end(), 0.0);
}

}  // namespace wavesim
