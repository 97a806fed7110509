// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/pass_points.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "stencils/problem/receiver_nodes.hpp"

namespace wavesim {

namespace {

/// Which tiles, if panels compute rows twice: all tiles that compute a node, or the one whose panel owns it.
enum class Tiles { all, own };

TileLists by_tile(const std::vector<NumberedNode>& nodes, const TemporalTiling& tiling, const DeviceLayout& layout,
                  Tiles tiles) {
    struct Entry {
        int tile;
        int z;
        kernels::TileNode node;
    };
    std::vector<Entry> entries;
    for (const NumberedNode& n : nodes) {
        const auto z = static_cast<int>(n.offset / layout.plane);
        tiling.at(n.offset % layout.pitch, n.offset % layout.plane / layout.pitch, [&](int tile, int place, bool own) {
            if (own || tiles == Tiles::all) entries.push_back({tile, z, {place, n.number}});
        });
    }
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.tile, a.z, a.node.place) < std::tie(b.tile, b.z, b.node.place);
    });
    TileLists lists;
    auto entry = entries.begin();
    for (int tile = 0; tile < tiling.tiles_of_all_panels(); ++tile) {
        const auto end = std::find_if(entry, entries.end(), [tile](const Entry& e) { return e.tile != tile; });
        const auto at = static_cast<int>(lists.first.size());
        if (entry == end) {
            lists.tile.push_back({0, 0, at});
            continue;
        }
        const int from = entry->z;
        const int count = std::prev(end)->z + 1 - from;
        lists.tile.push_back({from, count, at});
        for (int z = from; z <= from + count; ++z) {
            lists.first.push_back(static_cast<int>(lists.node.size()));
            for (; entry != end && entry->z == z; ++entry) lists.node.push_back(entry->node);
        }
    }
    return lists;
}

/// The layout if walls find the pushes by the numbers of their nodes.
PassPushes pushes_beside_walls(int driven, const TemporalTiling& tiling) {
    PassPushes pushes;
    pushes.tile.resize(static_cast<std::size_t>(tiling.tiles_of_all_panels()));
    pushes.level_values = driven;
    pushes.values = std::int64_t{tiling.levels} * driven;
    for (int number = 0; number < driven; ++number) pushes.push.push_back({number, number});
    return pushes;
}

}  // namespace

PassPushes pass_pushes(const std::vector<NumberedNode>& driven, const TemporalTiling& tiling,
                       const DeviceLayout& layout) {
    if (tiling.walls.warps > 0) return pushes_beside_walls(static_cast<int>(driven.size()), tiling);
    PassPushes pushes;
    const TileLists lists = by_tile(driven, tiling, layout, Tiles::all);
    pushes.level_values = std::int64_t{tiling.tile_x} * tiling.tile_y;
    int planes = 0;
    for (const kernels::TilePlanes& list : lists.tile) {
        pushes.tile.push_back({list.from, list.count, planes});
        for (int z = 0; z < list.count; ++z, ++planes)
            for (int i = lists.first[static_cast<std::size_t>(list.at + z)];
                 i < lists.first[static_cast<std::size_t>(list.at + z + 1)]; ++i) {
                const kernels::TileNode& node = lists.node[static_cast<std::size_t>(i)];
                pushes.push.push_back({planes * tiling.levels * pushes.level_values + node.place, node.number});
            }
    }
    pushes.values = planes * tiling.levels * pushes.level_values;
    return pushes;
}

TileLists heard_nodes(const std::vector<PointWeights>& receivers, const TemporalTiling& tiling,
                      const DeviceLayout& layout) {
    std::vector<NumberedNode> nodes;
    for (const PointWeights& receiver : receivers)
        for (const std::int64_t node : receiver.nodes)
            nodes.push_back({layout.offset(node), static_cast<int>(nodes.size())});
    return by_tile(nodes, tiling, layout, Tiles::own);
}

std::int64_t TileListSizes::bytes() const {
    return tiles * static_cast<std::int64_t>(sizeof(kernels::TilePlanes)) + 4 * firsts +
           nodes * static_cast<std::int64_t>(sizeof(kernels::TileNode));
}

TileListSizes heard_sizes(const StencilProblem& problem, const TemporalTiling& tiling) {
    struct Planes {
        std::int64_t from = std::numeric_limits<std::int64_t>::max();
        std::int64_t to = 0;
    };
    std::vector<Planes> planes(static_cast<std::size_t>(tiling.tiles_of_all_panels()));
    TileListSizes sizes{std::ssize(planes), 0, 0};
    for_each_heard_column(problem, problem.extent,
                          [&](std::int64_t x, std::int64_t y, std::int64_t from, std::int64_t to) {
                              tiling.at(x, y, [&](int tile, int, bool own) {
                                  if (!own) return;
                                  Planes& here = planes[static_cast<std::size_t>(tile)];
                                  here = {std::min(here.from, from), std::max(here.to, to)};
                                  sizes.nodes += to - from;
                              });
                          });
    for (const Planes& here : planes)
        if (here.to > 0) sizes.firsts += here.to - here.from + 1;
    return sizes;
}

}  // namespace wavesim
