// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/pass_wall_sizes.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

#include "stencils/gpu/temporal/pass_walls.hpp"
#include "stencils/gpu/temporal/tile_rows.hpp"

namespace wavesim {

namespace {

/// A bit for each quad of each tile and plane.
class QuadMap {
  public:
    QuadMap(const Extent& n, const TemporalTiling& tiling)
        : rows_(tiling),
          nz_(n.nz),
          words_(static_cast<std::size_t>(tiling.tile_x / TemporalTiling::pack * tiling.tile_y / 64)),
          bits_(static_cast<std::size_t>(tiling.tiles_of_all_panels() * n.nz) * words_, 0) {}

    /// Adds a node and returns the number of tiles that contain it; counts quads that their panel does not own.
    int add(const Node& at) {
        return rows_.at(at.x, at.y, [&](int tile, int place, bool own) {
            const auto quad = static_cast<std::size_t>(place / TemporalTiling::pack);
            std::uint64_t& word = bits_[static_cast<std::size_t>(tile * nz_ + at.z) * words_ + quad / 64];
            const std::uint64_t bit = std::uint64_t{1} << (quad % 64);
            if (!own && (word & bit) == 0) ++shared_;
            word |= bit;
        });
    }
    std::int64_t shared() const { return shared_; }
    std::vector<std::uint16_t> counts() const {
        std::vector<std::uint16_t> counts(bits_.size() / words_, 0);
        for (std::size_t i = 0; i < counts.size(); ++i)
            for (std::size_t word = i * words_; word < (i + 1) * words_; ++word)
                counts[i] = static_cast<std::uint16_t>(counts[i] + std::popcount(bits_[word]));
        return counts;
    }

  private:
    TileRows rows_;
    std::int64_t nz_;
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
    std::int64_t shared_ = 0;
};

}  // namespace

PassWallSizes pass_wall_sizes(const StencilProblem& problem, const NodeActions& actions, const TemporalTiling& tiling,
                              const NodeTableSizes& table) {
    PassWallSizes sizes;
    sizes.kinds = static_cast<int>(table.kinds) + PassWalls::first_kind;
    sizes.faces = std::max(table.most_faces, 1);
    sizes.branch = !problem.walls.branch_walls.nodes.empty();
    sizes.nz = problem.extent.nz;
    QuadMap map(problem.extent, tiling);
    for_each_acted_node(problem, actions, [&](const ActedNode& node) {
        const int tiles = map.add(node.at);
        sizes.nodes += tiles;
        if (node.driven) sizes.driven += tiles;
        sizes.further_faces += tiles * std::max(0, node.faces() - 1);
    });
    sizes.quads_of_plane = map.counts();
    sizes.shared = map.shared();
    for (int tile = 0; tile < tiling.tiles_of_all_panels(); ++tile) {
        const auto from = sizes.quads_of_plane.begin() + tile * sizes.nz;
        const auto to = from + sizes.nz;
        const auto is_some = [](std::uint16_t count) { return count > 0; };
        const auto first = std::find_if(from, to, is_some);
        auto last = to;
        while (last != first && last[-1] == 0) --last;
        sizes.planes += last - first + 1;
        for (auto count = first; count != last; ++count) sizes.quads += *count;
    }
    return sizes;
}

int PassWallSizes::most_together(int levels) const {
    const int lag = TemporalTiling{}.lag();  // passes with walls support only stencils of reach 1
    int most = 0;
    for (std::size_t first = 0; first < quads_of_plane.size(); first += static_cast<std::size_t>(nz))
        for (std::int64_t i = 0; i < nz + lag * (levels - 1); ++i) {
            int together = 0;
            for (std::int64_t level = 0; level < levels; ++level) {
                const std::int64_t z = i - lag * level;
                if (z >= 0 && z < nz) together += quads_of_plane[first + static_cast<std::size_t>(z)];
            }
            most = std::max(most, together);
        }
    return most;
}

std::vector<std::int64_t> list_bytes(const PassWallSizes& sizes, const TemporalTiling& tiling) {
    const std::int64_t packs = (sizes.branch ? 3 : 1) * sizes.quads + sizes.further_faces;
    return {static_cast<std::int64_t>(sizeof(kernels::TilePlanes)) * tiling.tiles_of_all_panels(),
            4 * sizes.planes,
            4 * sizes.planes * tiling.tile_y,
            static_cast<std::int64_t>(sizeof(kernels::WallQuad)) * sizes.quads,
            16 * std::int64_t{sizes.kinds} * (1 + sizes.faces),
            16 * sizes.driven,
            8 * sizes.quads,
            static_cast<std::int64_t>(sizeof(kernels::SharedQuad)) * sizes.shared,
            16 * packs,
            16 * packs};
}

std::int64_t making_bytes(const PassWallSizes& sizes, const TemporalTiling& tiling) {
    constexpr std::int64_t special = 24;                             // bytes of a node while they are sorted
    const std::int64_t of_table = 4 + (sizes.branch ? 8 : 0);        // its positions in the lists of single steps
    const std::int64_t of_panels = tiling.panels.count > 1 ? 5 : 0;  // per quad, while quads are paired
    std::int64_t bytes = (special + of_table) * sizes.nodes + of_panels * sizes.quads;
    const std::vector<std::int64_t> lists = list_bytes(sizes, tiling);
    // All lists except the last one: the states are created on the device.
    return std::accumulate(lists.begin(), std::prev(lists.end()), bytes);
}

}  // namespace wavesim
