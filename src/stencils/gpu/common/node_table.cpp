// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/node_table.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "stencils/gpu/common/acted_nodes.hpp"
#include "stencils/gpu/common/face_laws.hpp"

namespace wavesim {

DeviceLayout device_layout(const Extent& extent, Precision precision) {
    DeviceLayout layout;
    layout.extent = extent;
    const std::int64_t line = 128 / bytes_of(precision);
    layout.pitch = (extent.nx + line - 1) / line * line;
    layout.plane = layout.pitch * extent.ny;
    layout.values = layout.plane * extent.nz;
    return layout;
}

namespace {

template <class Values>
void align_to_line(Values& values, typename Values::value_type padding) {
    while (values.size() % 32 != 0) values.push_back(padding);
}

/// Cuts the nodes of every kind into groups and assigns positions in the lists.
void make_groups(NodeTable& table, std::vector<std::vector<long long>> nodes, const ActingSources& acting,
                 const DeviceLayout& layout, const NodeBlocks& blocks) {
    struct Cut {
        int kind;
        std::size_t first, count;
        std::int64_t block;
    };
    const auto block_of = [&](long long place) {
        if (blocks.count == 0) return std::int64_t{0};
        const std::int64_t in_plane = place % layout.plane;
        return blocks.of({in_plane % layout.pitch, in_plane / layout.pitch, place / layout.plane});
    };
    if (blocks.count > 0)
        for (std::vector<long long>& of_kind : nodes) std::ranges::stable_sort(of_kind, {}, block_of);
    std::vector<Cut> cuts;
    for (std::size_t kind = 0; kind < nodes.size(); ++kind)
        for (std::size_t i = 0, count = 0; i < nodes[kind].size(); i += count) {
            const std::int64_t block = block_of(nodes[kind][i]);
            count = 1;
            while (i + count < nodes[kind].size() &&
                   joins_group(nodes[kind][i], static_cast<int>(count), nodes[kind][i + count], blocks.most_in_group) &&
                   block_of(nodes[kind][i + count]) == block)
                ++count;
            cuts.push_back({static_cast<int>(kind), i, count, block});
        }
    std::size_t places = 0, kept = 0;
    for (const Cut& cut : cuts) {
        const auto lines = static_cast<std::size_t>(whole_lines(static_cast<std::int64_t>(cut.count)));
        places += lines;
        if (table.kinds[static_cast<std::size_t>(cut.kind)].branch_faces > 0) kept += lines;
    }
    table.groups.reserve(cuts.size());
    table.offset.reserve(places);
    table.kept_node.reserve(kept);
    const auto node = [&nodes](const Cut& cut, std::size_t i) {
        return nodes[static_cast<std::size_t>(cut.kind)][cut.first + i];
    };
    std::sort(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) {
        return a.block != b.block ? a.block < b.block : node(a, 0) < node(b, 0);
    });
    if (blocks.count > 0) table.first_group.assign(static_cast<std::size_t>(blocks.count) + 1, 0);
    std::map<long long, const std::vector<std::pair<int, double>>*> sources;
    for (const auto& [at, list] : acting) sources[layout.offset(at)] = &list;
    for (const Cut& cut : cuts) {
        const kernels::NodeKind& kind = table.kinds[static_cast<std::size_t>(cut.kind)];
        const auto count = static_cast<std::int64_t>(cut.count);
        kernels::NodeGroup group{node(cut, 0),
                                 expect_int(static_cast<std::int64_t>(table.offset.size())),
                                 static_cast<int>(cut.count),
                                 cut.kind,
                                 0,
                                 0,
                                 0,
                                 0};
        for (std::size_t i = 0; i < cut.count; ++i) table.offset.push_back(static_cast<int>(node(cut, i) - group.base));
        align_to_line(table.offset, 0);
        if (kind.explicit_faces > 0) {
            group.theta = expect_int(table.explicit_states);
            table.explicit_states += whole_lines(kind.explicit_faces * count);
        }
        if (kind.branch_faces > 0) {
            group.state = expect_int(table.branch_states);
            group.before = expect_int(static_cast<std::int64_t>(table.kept_node.size()));
            table.branch_states += whole_lines(kind.branch_faces * count);
            for (std::size_t i = 0; i < cut.count; ++i) table.kept_node.push_back(node(cut, i));
            align_to_line(table.kept_node, -1);
        }
        if (kind.sources != 0) {
            group.source = static_cast<int>(table.source_first.size()) - 1;
            for (std::size_t i = 0; i < cut.count; ++i) {
                for (const auto& [source, weight] : *sources.at(node(cut, i))) {
                    table.source.push_back(source);
                    table.source_weight.push_back(weight);
                }
                table.source_first.push_back(static_cast<int>(table.source.size()));
            }
        }
        table.groups.push_back(group);
        if (blocks.count > 0) ++table.first_group[static_cast<std::size_t>(cut.block) + 1];
    }
    std::partial_sum(table.first_group.begin(), table.first_group.end(), table.first_group.begin());
}

/// Adds the kind of a node that is the first of its kind.
void add_kind(NodeTable& table, const StencilProblem& problem, const DeviceLayout& layout, const ActedNode& node) {
    const WallPasses& walls = problem.walls;
    const auto size = [](const auto& list) { return static_cast<int>(list.size()); };
    const auto explicit_faces = static_cast<int>(node.explicit_laws.size());
    table.kinds.push_back({static_cast<int>(terms_of(problem, node)), size(table.correction_neighbour), explicit_faces,
                           size(table.faces), static_cast<int>(node.branch_laws.size()),
                           size(table.faces) + explicit_faces, node.driven, node.solid});
    for_each_term(problem, node, [&](std::int64_t neighbour, double weight) {
        table.correction_neighbour.push_back(layout.offset(neighbour) - layout.offset(node.at));
        table.correction_weight.push_back(weight);
    });
    for (std::size_t k = node.explicit_laws.from; k < node.explicit_laws.to; ++k)
        table.faces.push_back(explicit_face(walls.explicit_walls.law[walls.explicit_walls.laws[k]], problem.courant));
    std::vector<WallLaw> laws;
    for (std::size_t k = node.branch_laws.from; k < node.branch_laws.to; ++k)
        laws.push_back(walls.branch_walls.law[walls.branch_walls.laws[k]]);
    const auto of_node = branch_faces(laws, problem.courant);
    table.faces.insert(table.faces.end(), of_node.begin(), of_node.end());
}

/// Adds a node at an end of its row to `ends`.
void take_row_end(RowEndTable& ends, const StencilProblem& problem, const ActedNode& node) {
    const WallPasses& walls = problem.walls;
    const std::size_t law = node.branch_laws.size() > 0
                                ? walls.explicit_walls.law.size() + walls.branch_walls.laws[node.branch_laws.from]
                                : walls.explicit_walls.laws[node.explicit_laws.from];
    const std::int64_t row = (node.at.x == 0 ? 0 : problem.extent.nz) + node.at.z;
    ends.law[static_cast<std::size_t>(row * ends.pitch + node.at.y)] = static_cast<unsigned short>(1 + law);
}

}  // namespace

int expect_int(std::int64_t value) {
    if (value > std::numeric_limits<int>::max()) throw std::length_error("a GPU takes at most 2147483647 wall faces");
    return static_cast<int>(value);
}

NodeTable merge_nodes(const StencilProblem& problem, const DeviceLayout& layout, RowEndMover mover,
                      const NodeBlocks& blocks) {
    const NodeActions actions = node_actions(problem);
    NodeTable table;
    table.ends = row_end_table(mover, problem.extent, problem.precision);
    NodeKinds kinds(problem, layout);
    std::vector<std::vector<long long>> nodes;  // of each kind
    for_each_acted_node(problem, actions, [&](const ActedNode& node) {
        if (mover == RowEndMover::sweep && node.is_row_end(problem.extent))
            return take_row_end(table.ends, problem, node);
        const std::size_t kind = kinds.of(node);
        if (kind == nodes.size()) {
            nodes.emplace_back();
            add_kind(table, problem, layout, node);
        }
        nodes[kind].push_back(layout.offset(node.at));
    });
    make_groups(table, std::move(nodes), actions.sources, layout, blocks);
    return table;
}

std::int64_t host_bytes(const NodeTable& table) {
    const auto bytes = [](const auto&... lists) {
        return (std::int64_t{0} + ... + static_cast<std::int64_t>(sizeof(lists[0]) * lists.size()));
    };
    return bytes(table.groups, table.kinds, table.offset, table.correction_neighbour, table.correction_weight,
                 table.faces, table.kept_node, table.source_first, table.source, table.source_weight,
                 table.first_group);
}

}  // namespace wavesim
