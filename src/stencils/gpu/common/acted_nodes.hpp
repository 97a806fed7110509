// SPDX-License-Identifier: MIT
// One traversal of everything that acts on single nodes: walls, corrections, solids, sources. Plans count the nodes,
// runs build their tables from them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Which sources act on which node: (source, weight), in the order of the sources.
using ActingSources = std::map<std::int64_t, std::vector<std::pair<int, double>>>;
/// Everything except the lists of walls that acts on single nodes of a problem. It is made once for all traversals.
struct NodeActions {
    std::vector<SolidSpan> solid_shell;  ///< the solid nodes that stencils read
    ActingSources sources;               ///< none acts on a solid node
};
NodeActions node_actions(const StencilProblem& problem);

/// A node on which something acts, and for each list of the problem the range [from, to) of entries that act on it.
struct ActedNode {
    struct Entries {
        std::size_t from = 0;
        std::size_t to = 0;
        std::size_t size() const { return to - from; }
    };
    std::int64_t node = 0;
    Node at;
    Entries correction;     ///< range in Corrections: one number of a node, or none
    Entries explicit_laws;  ///< range in ExplicitWalls::laws, one per face
    Entries branch_laws;    ///< range in BranchWalls::laws, one per face
    bool solid = false;
    bool driven = false;  ///< a source acts on it

    int faces() const { return static_cast<int>(explicit_laws.size() + branch_laws.size()); }
    /// True for a node at an end of its row with one wall face and nothing else.
    bool is_row_end(const Extent& grid) const {
        return faces() == 1 && !solid && !driven && correction.size() == 0 && (at.x == 0 || at.x == grid.nx - 1);
    }
};

/// Calls act(neighbour, weight) for every term of the corrections of a node.
template <class Act>
void for_each_term(const StencilProblem& problem, const ActedNode& node, Act&& act) {
    for (std::size_t i = node.correction.from; i < node.correction.to; ++i)
        problem.walls.corrections.for_each_term(i, act);
}

/// Number of these terms.
inline std::int64_t terms_of(const StencilProblem& problem, const ActedNode& node) {
    return node.correction.size() == 0 ? 0 : std::ssize(problem.walls.corrections.terms(node.correction.from));
}

/// Calls act(ActedNode) for each such node, in the order of the field.
template <class Act>
void for_each_acted_node(const StencilProblem& problem, const NodeActions& actions, Act&& act) {
    static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    const Corrections& corrections = problem.walls.corrections;
    const ExplicitWalls& faces = problem.walls.explicit_walls;
    const BranchWalls& branches = problem.walls.branch_walls;
    const auto at = [](const std::vector<std::int64_t>& list, std::size_t i) {
        return i < list.size() ? list[i] : none;
    };
    const auto entries = [](const std::vector<std::int64_t>& first, std::size_t from, std::size_t to) {
        return ActedNode::Entries{static_cast<std::size_t>(first[from]), static_cast<std::size_t>(first[to])};
    };
    const auto& [solid_shell, sources] = actions;
    std::size_t c = 0, f = 0, b = 0;
    auto span = solid_shell.begin();
    std::int64_t solid = span == solid_shell.end() ? none : span->node;  // the next solid node
    auto source = sources.begin();
    const Extent& grid = problem.extent;
    std::int64_t row_start = 0;  // of the row that `here` is in
    Node here;
    while (true) {
        const std::int64_t node = std::min({at(corrections.nodes(), c), at(faces.nodes, f), at(branches.nodes, b),
                                            solid, source == sources.end() ? none : source->first});
        if (node == none) return;
        if (node - row_start >= grid.nx) {
            here = node_at(grid, node);
            row_start = node - here.x;
        }
        here.x = node - row_start;
        ActedNode acted;
        acted.node = node;
        acted.at = here;
        const std::size_t first_c = c, first_f = f, first_b = b;
        if (at(corrections.nodes(), c) == node) ++c;
        while (at(faces.nodes, f) == node) ++f;
        if (at(branches.nodes, b) == node) ++b;
        if (solid == node) {
            acted.solid = true;
            if (++solid == span->node + span->count) solid = ++span == solid_shell.end() ? none : span->node;
        }
        if (source != sources.end() && source->first == node) ++source, acted.driven = true;
        acted.correction = {first_c, c};
        acted.explicit_laws = {first_f, f};
        if (b != first_b) acted.branch_laws = entries(branches.first, first_b, b);
        act(acted);
    }
}

struct DeviceLayout;

/// Distinguishes kinds of nodes by all numbers that act on them.
class NodeKinds {
  public:
    NodeKinds(const StencilProblem& problem, const DeviceLayout& layout) : problem_(problem), layout_(layout) {}
    /// The number of a node's kind. Kinds are numbered in the order in which they are found.
    std::size_t of(const ActedNode& node);

  private:
    /// True if the node has the kind of the last one; neighbours are not compared.
    bool as_last(const ActedNode& node) const;

    const StencilProblem& problem_;
    const DeviceLayout& layout_;
    std::map<std::vector<std::int64_t>, std::size_t> known_;
    std::vector<std::int64_t> key_;
    ActedNode last_node_;
    std::size_t last_ = 0;
};

}  // namespace wavesim
