// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/pass_walls.hpp"

#include <algorithm>
#include <numeric>

#include "stencils/gpu/temporal/tile_rows.hpp"

namespace wavesim {

namespace {

/// A node of a group and its position in a tile.
struct Special {
    int tile;
    int z;
    int place;  ///< position in the plane of the tile, in nodes
    int group;
    int index;  ///< index in the group
    bool own;   ///< owned by the tile's panel

    bool in_quad_of(const Special& other) const {
        constexpr int pack = TemporalTiling::pack;
        return tile == other.tile && z == other.z && place / pack == other.place / pack;
    }
};

/// Calls act(Special) for every node of a table and every tile that computes it.
template <class Act>
void for_each_special(const NodeTable& table, const TemporalTiling& tiling, const DeviceLayout& layout, Act act) {
    TileRows rows(tiling);
    long long row_start = 0;  // of the row of the last node
    int y = 0, z = 0;
    for (std::size_t g = 0; g < table.groups.size(); ++g) {
        const kernels::NodeGroup& group = table.groups[g];
        for (int i = 0; i < group.count; ++i) {
            const long long node = group.base + table.offset[static_cast<std::size_t>(group.first + i)];
            if (node < row_start || node >= row_start + layout.pitch) {
                z = static_cast<int>(node / layout.plane);
                y = static_cast<int>(node % layout.plane / layout.pitch);
                row_start = z * layout.plane + y * layout.pitch;
            }
            rows.at(node - row_start, y, [&](int tile, int place, bool own) {
                act(Special{tile, z, place, static_cast<int>(g), i, own});
            });
        }
    }
}

/// Sorts the nodes by tile, plane and position, with a bucket for each plane of a tile.
std::vector<Special> special_nodes(const NodeTable& table, const TemporalTiling& tiling, const DeviceLayout& layout) {
    const auto planes = static_cast<std::size_t>(layout.extent.nz);
    const auto bucket = [planes](const Special& node) {
        return static_cast<std::size_t>(node.tile) * planes + static_cast<std::size_t>(node.z);
    };
    std::vector<std::uint32_t> end(static_cast<std::size_t>(tiling.tiles_of_all_panels()) * planes + 1, 0);
    for_each_special(table, tiling, layout, [&](const Special& node) { ++end[bucket(node) + 1]; });
    std::partial_sum(end.begin(), end.end(), end.begin());
    std::vector<Special> nodes(end.back());
    // The start of each bucket is advanced to its end.
    for_each_special(table, tiling, layout, [&](const Special& node) { nodes[end[bucket(node)]++] = node; });
    std::uint32_t from = 0;
    for (const std::uint32_t to : end) {
        std::sort(nodes.begin() + from, nodes.begin() + to,
                  [](const Special& a, const Special& b) { return a.place < b.place; });
        from = to;
    }
    return nodes;
}

/// The first node of the quad of a node, in the field.
long long first_node(const Special& node, const TemporalTiling& tiling, const DeviceLayout& layout) {
    const long long x =
        tiling.first_column(node.tile) + node.place % tiling.tile_x / TemporalTiling::pack * TemporalTiling::pack;
    const long long y = tiling.first_row(node.tile) + node.place / tiling.tile_x;
    return x + y * layout.pitch + node.z * layout.plane;
}

/// Packs of every kind (kernels::WallArguments::table).
void fill_table(PassWalls& walls, const NodeTable& table) {
    for (const kernels::NodeKind& kind : table.kinds) {
        walls.faces = std::max(walls.faces, kind.explicit_faces + kind.branch_faces);
        walls.branch = walls.branch || kind.branch_faces > 0;
    }
    walls.kinds = static_cast<int>(table.kinds.size()) + PassWalls::first_kind;
    walls.faces = std::max(walls.faces, 1);
    const auto add = [&walls](double a, double b, double c, double d) {
        for (const double value : {a, b, c, d}) walls.table.push_back(static_cast<float>(value));
    };
    const auto add_kind = [&](const kernels::NodeKind& kind) {
        const bool branch = kind.branch_faces > 0;
        const auto faces = table.faces.begin() + (branch ? kind.branch_first : kind.explicit_first);
        const int count = kind.explicit_faces + kind.branch_faces;
        const double correction =
            kind.corrections > 0 ? table.correction_weight[static_cast<std::size_t>(kind.correction_first)] : 0;
        if (kind.solid != 0)
            add(0, 0, 0, 0);
        else
            add(branch ? faces->share : 1, branch ? faces->damping : 0, 0, 0);
        for (int f = 0; f < walls.faces; ++f) {
            const double corrected = f == 0 ? correction : 0;
            if (f >= count)
                add(0, 0, 0, corrected);
            else
                add(branch ? faces[f].inertia : faces[f].resistance, faces[f].conductance, faces[f].push, corrected);
        }
    };
    kernels::NodeKind solid{};
    solid.solid = 1;
    add_kind({});
    add_kind(solid);
    for (const kernels::NodeKind& kind : table.kinds) add_kind(kind);
}

/// Adds a quad whose special nodes are [from, to).
void add_quad(PassWalls& walls, const NodeTable& table, const TemporalTiling& tiling, const DeviceLayout& layout,
              const Special* from, const Special* to) {
    kernels::WallQuad quad{0, walls.further_faces, -1, static_cast<unsigned short>(from->place / TemporalTiling::pack),
                           0};
    for (const Special* node = from; node != to; ++node) {
        const kernels::NodeGroup& group = table.groups[static_cast<std::size_t>(node->group)];
        const kernels::NodeKind& kind = table.kinds[static_cast<std::size_t>(group.kind)];
        const int e = node->place % TemporalTiling::pack;
        const unsigned number =
            kind.solid != 0 ? kernels::WallQuad::solid : static_cast<unsigned>(group.kind + PassWalls::first_kind);
        quad.kinds |= number << (8 * e);
        if (kind.solid != 0) quad.kinds |= kernels::WallQuad::any_solid;
        quad.faces = std::max(quad.faces, static_cast<unsigned short>(kind.explicit_faces + kind.branch_faces));
        if (kind.sources != 0) {
            if (quad.driven < 0) {
                quad.driven = static_cast<int>(walls.driven.size() / TemporalTiling::pack);
                walls.driven.insert(walls.driven.end(), TemporalTiling::pack, -1);
            }
            walls.driven[walls.driven.size() - TemporalTiling::pack + static_cast<std::size_t>(e)] =
                group.source + node->index;
        }
    }
    if (quad.faces > 1) walls.further_faces += quad.faces - 1;
    walls.node.push_back(first_node(*from, tiling, layout));
    walls.quads.push_back(quad);
}

/// Positions of the states of the quads in single steps (kernels::state_place).
void place_states(PassWalls& walls, const NodeTable& table, const std::vector<Special>& nodes) {
    const std::size_t quads = walls.quads.size();
    const std::size_t by_quad = walls.branch ? 3 : 1;
    walls.place.assign(TemporalTiling::pack * (by_quad * quads + static_cast<std::size_t>(walls.further_faces)), -1);
    std::size_t q = 0;  // quads stand in the order of their nodes
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Special& node = nodes[i];
        if (i > 0 && !node.in_quad_of(nodes[i - 1])) ++q;
        if (!node.own) continue;
        const kernels::NodeGroup& group = table.groups[static_cast<std::size_t>(node.group)];
        const kernels::NodeKind& kind = table.kinds[static_cast<std::size_t>(group.kind)];
        const auto place = [&](std::size_t packs) -> int& {
            return walls
                .place[TemporalTiling::pack * packs + static_cast<std::size_t>(node.place % TemporalTiling::pack)];
        };
        const int single = kind.branch_faces > 0 ? group.state : group.theta;
        for (int f = 0; f < kind.explicit_faces + kind.branch_faces; ++f)
            place(f == 0 ? q : by_quad * quads + static_cast<std::size_t>(walls.quads[q].state + f - 1)) =
                single + f * group.count + node.index;
        if (kind.branch_faces > 0) place(quads + q) = group.before + node.index;
    }
}

/// Pairs quads of panels that do not own them with the same quads of the owners.
void pair_quads(PassWalls& walls, const std::vector<char>& own) {
    if (own.empty()) return;
    std::vector<int> owners;
    owners.reserve(own.size());
    std::vector<int> others;
    for (std::size_t q = 0; q < own.size(); ++q) (own[q] != 0 ? owners : others).push_back(static_cast<int>(q));
    const auto node_of = [&walls](int q) { return walls.node[static_cast<std::size_t>(q)]; };
    std::sort(owners.begin(), owners.end(), [&](int a, int b) { return node_of(a) < node_of(b); });
    walls.shared.reserve(others.size());
    for (const int q : others)
        walls.shared.push_back({*std::lower_bound(owners.begin(), owners.end(), node_of(q),
                                                  [&](int owner, long long node) { return node_of(owner) < node; }),
                                q});
}

/// Reserves memory for what the plan has counted, so that lists do not grow while they are filled: growing would keep
/// two copies.
void make_room(PassWalls& walls, const TemporalTiling& tiling) {
    walls.quads.reserve(static_cast<std::size_t>(tiling.walls.quads));
    walls.node.reserve(static_cast<std::size_t>(tiling.walls.quads));
    walls.first.reserve(static_cast<std::size_t>(tiling.walls.planes));
    walls.rows.reserve(static_cast<std::size_t>(tiling.walls.planes * tiling.tile_y));
}

}  // namespace

bool has_walls(const StencilProblem& problem) {
    const WallPasses& walls = problem.walls;
    return !walls.explicit_walls.nodes.empty() || !walls.branch_walls.nodes.empty() || !walls.solids.empty() ||
           !walls.corrections.empty();
}

std::string walls_in_pass_why_not(const StencilProblem& problem) {
    const WallPasses& walls = problem.walls;
    if (!walls.explicit_walls.nodes.empty() && !walls.branch_walls.nodes.empty())
        return "several steps per pass are for walls of one form: use stream25.sweep";
    const Corrections& rows = walls.corrections;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto terms = rows.terms(i);
        if (terms.size() > 1 || (terms.size() == 1 && terms[0].offset != 0))
            return radius(problem.stencil) == 1 && problem.stencil.shells.size() == 1
                       ? "nodes beside sheets read their neighbours, which goes one step at a time: use stream25.sweep"
                       : "nodes beside solids read their neighbours, which goes one step at a time: use "
                         "stream25.sweep, or for solids the stencil leggy-1";
    }
    return {};
}

PassWalls pass_walls(const NodeTable& table, const TemporalTiling& tiling, const DeviceLayout& layout) {
    const std::vector<Special> nodes = special_nodes(table, tiling, layout);
    PassWalls walls;
    fill_table(walls, table);
    make_room(walls, tiling);
    const Special* node = nodes.data();
    const Special* const end = node + nodes.size();
    std::vector<char> own;  // per quad: its panel owns it
    for (int tile = 0; tile < tiling.tiles_of_all_panels(); ++tile) {
        const auto at = static_cast<int>(walls.first.size());
        const Special* const last = std::find_if(node, end, [tile](const Special& n) { return n.tile != tile; });
        const int from = node == last ? 0 : node->z;
        const int count = node == last ? 0 : std::prev(last)->z + 1 - from;
        walls.tile.push_back({from, count, at});
        for (int z = from; z <= from + count; ++z) {
            const auto first = static_cast<int>(walls.quads.size());
            walls.first.push_back(first);
            std::vector<unsigned> rows(static_cast<std::size_t>(tiling.tile_y), 0);
            int row = 0;
            while (node != last && node->z == z) {
                const Special* after = node;
                while (after != last && after->in_quad_of(*node)) ++after;
                add_quad(walls, table, tiling, layout, node, after);
                if (tiling.panels.count > 1) own.push_back(node->own ? 1 : 0);
                const int y = node->place / tiling.tile_x;
                for (; row <= y; ++row)  // number of quads before each row
                    rows[static_cast<std::size_t>(row)] =
                        static_cast<unsigned>(walls.quads.size() - 1 - static_cast<std::size_t>(first)) << 16;
                rows[static_cast<std::size_t>(y)] |= 1u << (node->place % tiling.tile_x / TemporalTiling::pack);
                node = after;
            }
            walls.rows.insert(walls.rows.end(), rows.begin(), rows.end());
        }
    }
    place_states(walls, table, nodes);
    pair_quads(walls, own);
    return walls;
}

}  // namespace wavesim
