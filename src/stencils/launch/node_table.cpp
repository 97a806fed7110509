// SPDX-License-Identifier: MIT
#include "stencils/launch/node_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <stdexcept>

#include "stencils/launch/face_laws.hpp"
#include "stencils/launch/solid_shell.hpp"

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

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t int_limit = std::numeric_limits<int>::max();

/// Which sources act on which node: (source, weight), in the order of the sources.
using Acting = std::map<std::int64_t, std::vector<std::pair<int, double>>>;

Acting gather_sources(const StencilProblem& problem) {
    Acting acting;
    for (std::size_t s = 0; s < problem.sources.size(); ++s) {
        const PointWeights& at = problem.sources[s].at;
        for (std::size_t k = 0; k < at.nodes.size(); ++k)
            if (!in_spans(problem.walls.solids, at.nodes[k]))
                acting[at.nodes[k]].push_back({static_cast<int>(s), at.weights[k]});
    }
    return acting;
}

/// The kinds met so far and the nodes of each. A kind is known by its key: every number that makes it up.
class KindSorter {
  public:
    explicit KindSorter(NodeTable& table) : table_(table) {}

    /// The nodes of the kind that is described so; make(kind) fills in a new one.
    template <class Make>
    std::vector<long long>& nodes_of(const std::vector<std::int64_t>& key, Make&& make) {
        if (key != last_key_ || nodes_.empty()) {
            const auto [at, is_new] = known_.try_emplace(key, nodes_.size());
            if (is_new) {
                nodes_.emplace_back();
                table_.kinds.push_back(make());
            }
            last_ = at->second;
            last_key_ = key;
        }
        return nodes_[last_];
    }
    const std::vector<std::vector<long long>>& nodes() const { return nodes_; }

  private:
    NodeTable& table_;
    std::map<std::vector<std::int64_t>, std::size_t> known_;
    std::vector<std::vector<long long>> nodes_;
    std::vector<std::int64_t> last_key_;
    std::size_t last_ = 0;
};

template <class Values>
void align_to_line(Values& values, typename Values::value_type padding) {
    while (values.size() % 32 != 0) values.push_back(padding);
}

int as_index(std::int64_t value) {
    if (value > int_limit) throw std::length_error("a GPU takes at most 2147483647 wall faces");
    return static_cast<int>(value);
}

/// Cuts the nodes of every kind into groups and gives these their places in the lists.
void make_groups(NodeTable& table, const std::vector<std::vector<long long>>& nodes, const Acting& acting,
                 const DeviceLayout& layout) {
    struct Cut {
        int kind;
        std::size_t first, count;
    };
    std::vector<Cut> cuts;
    for (std::size_t kind = 0; kind < nodes.size(); ++kind)
        for (std::size_t i = 0, count = 0; i < nodes[kind].size(); i += count) {
            count = 1;
            while (count < kernels::group_nodes && i + count < nodes[kind].size() &&
                   nodes[kind][i + count] - nodes[kind][i] <= int_limit)
                ++count;
            cuts.push_back({static_cast<int>(kind), i, count});
        }
    std::size_t places = 0, kept = 0;
    for (const Cut& cut : cuts) {
        const std::size_t lines = (cut.count + 31) / 32 * 32;
        places += lines;
        if (table.kinds[static_cast<std::size_t>(cut.kind)].branch_faces > 0) kept += lines;
    }
    table.groups.reserve(cuts.size());
    table.offset.reserve(places);
    table.kept_node.reserve(kept);
    const auto node = [&nodes](const Cut& cut, std::size_t i) {
        return nodes[static_cast<std::size_t>(cut.kind)][cut.first + i];
    };
    std::sort(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) { return node(a, 0) < node(b, 0); });
    std::map<long long, const std::vector<std::pair<int, double>>*> sources;
    for (const auto& [at, list] : acting) sources[layout.offset(at)] = &list;
    for (const Cut& cut : cuts) {
        const kernels::NodeKind& kind = table.kinds[static_cast<std::size_t>(cut.kind)];
        const auto count = static_cast<std::int64_t>(cut.count);
        kernels::NodeGroup group{node(cut, 0),
                                 as_index(static_cast<std::int64_t>(table.offset.size())),
                                 static_cast<int>(cut.count),
                                 cut.kind,
                                 0,
                                 0,
                                 0,
                                 0};
        for (std::size_t i = 0; i < cut.count; ++i) table.offset.push_back(static_cast<int>(node(cut, i) - group.base));
        align_to_line(table.offset, 0);
        if (kind.explicit_faces > 0) {
            group.theta = as_index(table.explicit_states);
            table.explicit_states = (table.explicit_states + kind.explicit_faces * count + 31) / 32 * 32;
        }
        if (kind.branch_faces > 0) {
            group.state = as_index(table.branch_states);
            group.before = as_index(static_cast<std::int64_t>(table.kept_node.size()));
            table.branch_states = (table.branch_states + kind.branch_faces * count + 31) / 32 * 32;
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
    }
}

/// Takes a node at an end of a row with a single face of a law; false elsewhere.
bool take_row_end(RowEndTable& ends, const Extent& n, std::int64_t node, std::size_t law) {
    const Node at = node_at(n, node);
    if (ends.pitch == 0 || (at.x != 0 && at.x != n.nx - 1)) return false;
    const std::int64_t row = (at.x == 0 ? 0 : n.nz) + at.z;
    ends.law[static_cast<std::size_t>(row * ends.pitch + at.y)] = static_cast<unsigned short>(1 + law);
    return true;
}

}  // namespace

NodeTable merge_nodes(const StencilProblem& problem, const DeviceLayout& layout, RowEndMover mover) {
    const WallPasses& walls = problem.walls;
    const Corrections& corrections = walls.corrections;
    const ExplicitWalls& faces = walls.explicit_walls;
    const BranchWalls& branches = walls.branch_walls;
    const std::vector<std::int64_t> solids = solid_shell(walls.solids, problem.extent, problem.stencil);
    const Acting acting = gather_sources(problem);
    NodeTable table;
    table.ends = row_end_table(mover, problem.extent, problem.precision);
    KindSorter sorter(table);
    std::size_t c = 0, f = 0, b = 0, s = 0;
    auto source = acting.begin();
    std::vector<std::int64_t> key;
    std::vector<long long> neighbours;
    while (true) {
        const auto at = [](const std::vector<std::int64_t>& list, std::size_t i) {
            return i < list.size() ? list[i] : none;
        };
        const std::int64_t node = std::min({at(corrections.nodes, c), at(faces.nodes, f), at(branches.nodes, b),
                                            at(solids, s), source == acting.end() ? none : source->first});
        if (node == none) break;
        const long long place = layout.offset(node);
        const bool solid = at(solids, s) == node;
        const std::size_t first_c = c, first_f = f, first_b = b;
        if (at(corrections.nodes, c) == node) ++c;
        while (at(faces.nodes, f) == node) ++f;
        if (at(branches.nodes, b) == node) ++b;
        if (solid) ++s;
        const bool driven = source != acting.end() && source->first == node;
        if (driven) ++source;
        const auto range = [](const std::vector<std::int64_t>& first, std::size_t from, std::size_t to) {
            return std::pair{static_cast<std::size_t>(first[from]), static_cast<std::size_t>(first[to])};
        };
        const auto [from_k, to_k] = range(corrections.first, first_c, c);
        const auto [from_v, to_v] = range(branches.first, first_b, b);
        if (!solid && !driven && from_k == to_k && f - first_f + to_v - from_v == 1 &&
            take_row_end(table.ends, problem.extent, node,
                         to_v > from_v ? faces.law.size() + branches.laws[from_v] : faces.laws[first_f]))
            continue;
        key.assign({solid, driven, static_cast<std::int64_t>(to_k - from_k), static_cast<std::int64_t>(f - first_f)});
        neighbours.clear();
        for (std::size_t k = from_k; k < to_k; ++k) {
            neighbours.push_back(layout.offset(corrections.neighbours[k]) - place);
            key.push_back(neighbours.back());
            key.push_back(std::bit_cast<std::int64_t>(corrections.weights[k]));
        }
        for (std::size_t k = first_f; k < f; ++k) key.push_back(faces.laws[k]);
        for (std::size_t k = from_v; k < to_v; ++k) key.push_back(branches.laws[k]);
        const auto size = [](const auto& list) { return static_cast<int>(list.size()); };
        sorter
            .nodes_of(key,
                      [&, from = from_k, to = to_k, from_b = from_v, to_b = to_v] {
                          const kernels::NodeKind kind{static_cast<int>(to - from),
                                                       size(table.correction_neighbour),
                                                       static_cast<int>(f - first_f),
                                                       size(table.faces),
                                                       static_cast<int>(to_b - from_b),
                                                       size(table.faces) + static_cast<int>(f - first_f),
                                                       driven,
                                                       solid};
                          table.correction_neighbour.insert(table.correction_neighbour.end(), neighbours.begin(),
                                                            neighbours.end());
                          for (std::size_t k = from; k < to; ++k)
                              table.correction_weight.push_back(corrections.weights[k]);
                          for (std::size_t k = first_f; k < f; ++k)
                              table.faces.push_back(explicit_face(faces.law[faces.laws[k]], problem.courant));
                          std::vector<WallLaw> laws;
                          for (std::size_t k = from_b; k < to_b; ++k) laws.push_back(branches.law[branches.laws[k]]);
                          const auto of_node = branch_faces(laws, problem.courant);
                          table.faces.insert(table.faces.end(), of_node.begin(), of_node.end());
                          return kind;
                      })
            .push_back(place);
    }
    make_groups(table, sorter.nodes(), acting, layout);
    return table;
}

}  // namespace wavesim
