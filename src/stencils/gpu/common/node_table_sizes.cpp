// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/node_table_sizes.hpp"

namespace wavesim {

namespace {

/// Counts the groups that merge_nodes makes; it keeps only the last group of each kind.
class GroupCounter {
  public:
    explicit GroupCounter(const StencilProblem& problem) : problem_(problem) {}

    void add(std::size_t kind, const ActedNode& node, long long place) {
        if (kind >= kinds_.size()) kinds_.resize(kind + 1);
        Kind& of = kinds_[kind];
        if (!of.met) meet(of, node);
        if (of.count > 0 && !joins_group(of.first, of.count, place)) close(of);
        if (of.count == 0) of.first = place;
        ++of.count;
    }
    NodeTableSizes sizes() {
        for (Kind& kind : kinds_)
            if (kind.count > 0) close(kind);
        return sizes_;
    }

  private:
    struct Kind {
        bool met = false;
        int explicit_faces = 0;
        int branch_faces = 0;
        long long first = 0;
        int count = 0;  ///< nodes of its last group
    };

    void meet(Kind& kind, const ActedNode& node) {
        kind.met = true;
        kind.explicit_faces = static_cast<int>(node.explicit_laws.size());
        kind.branch_faces = static_cast<int>(node.branch_laws.size());
        ++sizes_.kinds;
        sizes_.neighbours += terms_of(problem_, node);
        sizes_.faces += node.faces();
        sizes_.most_faces = std::max(sizes_.most_faces, node.faces());
    }
    void close(Kind& kind) {
        const std::int64_t nodes = kind.count;
        ++sizes_.groups;
        sizes_.offsets += whole_lines(nodes);
        sizes_.explicit_states += whole_lines(kind.explicit_faces * nodes);
        sizes_.branch_states += whole_lines(kind.branch_faces * nodes);
        if (kind.branch_faces > 0) sizes_.kept_nodes += whole_lines(nodes);
        kind.count = 0;
    }

    const StencilProblem& problem_;
    std::vector<Kind> kinds_;
    NodeTableSizes sizes_;
};

}  // namespace

NodeTableForecast forecast_node_tables(const StencilProblem& problem, const NodeActions& actions,
                                       const DeviceLayout& layout) {
    NodeKinds kinds(problem, layout);
    GroupCounter by_passes(problem);
    GroupCounter by_sweep(problem);
    for_each_acted_node(problem, actions, [&](const ActedNode& node) {
        const std::size_t kind = kinds.of(node);
        const long long place = layout.offset(node.at);
        by_passes.add(kind, node, place);
        if (!node.is_row_end(problem.extent)) by_sweep.add(kind, node, place);
    });
    NodeTableForecast forecast{by_passes.sizes(), by_sweep.sizes()};
    for (NodeTableSizes* sizes : {&forecast.by_passes, &forecast.by_sweep}) {
        expect_int(sizes->explicit_states);
        expect_int(sizes->branch_states);
        sizes->driven_nodes = static_cast<std::int64_t>(actions.sources.size());
        for (const auto& [node, acting] : actions.sources) sizes->sources += static_cast<std::int64_t>(acting.size());
    }
    forecast.by_sweep.row_ends = row_end_entries(problem.extent, problem.precision);
    return forecast;
}

NodeTableSizes sizes_of(const NodeTable& table) {
    const auto count = [](const auto& list) { return static_cast<std::int64_t>(list.size()); };
    NodeTableSizes sizes;
    sizes.groups = count(table.groups), sizes.kinds = count(table.kinds), sizes.offsets = count(table.offset);
    sizes.neighbours = count(table.correction_neighbour), sizes.faces = count(table.faces);
    sizes.explicit_states = table.explicit_states, sizes.branch_states = table.branch_states;
    sizes.kept_nodes = count(table.kept_node), sizes.driven_nodes = count(table.source_first) - 1;
    sizes.sources = count(table.source);
    return sizes;
}

}  // namespace wavesim
