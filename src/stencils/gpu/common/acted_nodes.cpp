// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/acted_nodes.hpp"

#include <bit>

#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/common/solid_shell.hpp"

namespace wavesim {

namespace {

ActingSources acting_sources(const StencilProblem& problem) {
    ActingSources acting;
    for (std::size_t s = 0; s < problem.sources.size(); ++s) {
        const PointWeights& at = problem.sources[s].at;
        for (std::size_t k = 0; k < at.nodes.size(); ++k)
            if (!in_spans(problem.walls.solids, at.nodes[k]))
                acting[at.nodes[k]].push_back({static_cast<int>(s), at.weights[k]});
    }
    return acting;
}

}  // namespace

NodeActions node_actions(const StencilProblem& problem) {
    return {solid_shell(problem.walls.solids, problem.extent, problem.stencil), acting_sources(problem)};
}

bool NodeKinds::as_last(const ActedNode& node) const {
    if (known_.empty() || node.solid != last_node_.solid || node.driven != last_node_.driven ||
        node.correction.size() + last_node_.correction.size() > 0)
        return false;
    const auto equal = [](const std::vector<std::uint16_t>& laws, const ActedNode::Entries& a,
                          const ActedNode::Entries& b) {
        if (a.size() != b.size()) return false;
        for (std::size_t k = 0; k < a.size(); ++k)
            if (laws[a.from + k] != laws[b.from + k]) return false;
        return true;
    };
    return equal(problem_.walls.explicit_walls.laws, node.explicit_laws, last_node_.explicit_laws) &&
           equal(problem_.walls.branch_walls.laws, node.branch_laws, last_node_.branch_laws);
}

std::size_t NodeKinds::of(const ActedNode& node) {
    if (as_last(node)) return last_;
    key_.assign(
        {node.solid, node.driven, terms_of(problem_, node), static_cast<std::int64_t>(node.explicit_laws.size())});
    for_each_term(problem_, node, [&](std::int64_t neighbour, double weight) {
        key_.push_back(layout_.offset(neighbour) - layout_.offset(node.at));
        key_.push_back(std::bit_cast<std::int64_t>(weight));
    });
    for (std::size_t k = node.explicit_laws.from; k < node.explicit_laws.to; ++k)
        key_.push_back(problem_.walls.explicit_walls.laws[k]);
    for (std::size_t k = node.branch_laws.from; k < node.branch_laws.to; ++k)
        key_.push_back(problem_.walls.branch_walls.laws[k]);
    last_node_ = node;
    return last_ = known_.try_emplace(key_, known_.size()).first->second;
}

}  // namespace wavesim
