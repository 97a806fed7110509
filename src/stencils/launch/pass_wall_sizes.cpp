// SPDX-License-Identifier: MIT
#include "stencils/launch/pass_wall_sizes.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_set>

#include "stencils/launch/solid_shell.hpp"

namespace wavesim {

namespace {

/// A bit for each quad of each tile and plane.
class QuadMap {
  public:
    QuadMap(const Extent& n, const TemporalTiling& tiling)
        : extent_(n),
          tiling_(tiling),
          words_(static_cast<std::size_t>(tiling.tile_x / TemporalTiling::pack * tiling.tile_y / 64)),
          bits_(static_cast<std::size_t>(tiling.tiles_of_all_panels() * n.nz) * words_, 0) {}

    /// In how many tiles the node is; counts quads that their panel does not own.
    int add(std::int64_t node) {
        const Node at = node_at(extent_, node);
        int tiles = 0;
        tiling_.at(at.x, at.y, [&](int tile, int place, bool own) {
            ++tiles;
            const auto quad = static_cast<std::size_t>(place / TemporalTiling::pack);
            std::uint64_t& word = bits_[static_cast<std::size_t>(tile * extent_.nz + at.z) * words_ + quad / 64];
            const std::uint64_t bit = std::uint64_t{1} << (quad % 64);
            if (!own && (word & bit) == 0) ++shared_;
            word |= bit;
        });
        return tiles;
    }
    std::int64_t shared() const { return shared_; }
    std::vector<std::uint16_t> counts() const {
        std::vector<std::uint16_t> counts(bits_.size() / words_, 0);
        for (std::size_t i = 0; i < bits_.size(); ++i)
            counts[i / words_] = static_cast<std::uint16_t>(counts[i / words_] + std::popcount(bits_[i]));
        return counts;
    }

  private:
    Extent extent_;
    TemporalTiling tiling_;
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
    std::int64_t shared_ = 0;
};

struct KeyHash {
    std::size_t operator()(const std::vector<std::int64_t>& key) const {
        std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a, word by word
        for (const std::int64_t word : key) hash = (hash ^ static_cast<std::uint64_t>(word)) * 0x100000001b3;
        return hash;
    }
};

/// Kinds of nodes as merge_nodes tells them apart, and their faces.
void count_kinds(PassWallSizes& sizes, const StencilProblem& problem, const TemporalTiling& tiling,
                 const std::set<std::int64_t>& driven, bool any_solid) {
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    const Corrections& rows = problem.walls.corrections;
    const ExplicitWalls& faces = problem.walls.explicit_walls;
    const BranchWalls& branches = problem.walls.branch_walls;
    std::unordered_set<std::vector<std::int64_t>, KeyHash> kinds;
    std::vector<std::int64_t> key;
    std::vector<std::int64_t> last;
    std::size_t c = 0, f = 0, b = 0;
    auto source = driven.begin();
    while (true) {
        const auto at = [](const auto& list, std::size_t i) { return i < list.size() ? list[i] : none; };
        const std::int64_t next_source = source == driven.end() ? none : *source;
        const std::int64_t node = std::min({at(rows.nodes, c), at(faces.nodes, f), at(branches.nodes, b), next_source});
        if (node == none) break;
        int tiles = 0;
        tiling.panels.at(node_at(problem.extent, node).y, [&tiles](int, int, bool) { ++tiles; });
        sizes.nodes += tiles;
        key.assign(1, node == next_source);
        if (node == next_source) ++source;
        if (at(rows.nodes, c) == node) {
            for (auto k = rows.first[c]; k < rows.first[c + 1]; ++k)
                key.push_back(std::bit_cast<std::int64_t>(rows.weights[static_cast<std::size_t>(k)]));
            ++c;
        }
        key.push_back(-1);  // no law
        const std::size_t before = key.size();
        for (; at(faces.nodes, f) == node; ++f) key.push_back(faces.laws[f]);
        if (at(branches.nodes, b) == node) {
            for (auto k = branches.first[b]; k < branches.first[b + 1]; ++k)
                key.push_back(branches.laws[static_cast<std::size_t>(k)]);
            ++b;
        }
        const auto count = static_cast<int>(key.size() - before);
        sizes.faces = std::max(sizes.faces, count);
        sizes.further_faces += tiles * std::max(0, count - 1);
        if (key != last) kinds.insert(last = key);
    }
    sizes.kinds = static_cast<int>(kinds.size()) + (any_solid ? 1 : 0) + 2;  // nothing special, and solid
    sizes.faces = std::max(sizes.faces, 1);
}

}  // namespace

PassWallSizes pass_wall_sizes(const StencilProblem& problem, const TemporalTiling& tiling) {
    PassWallSizes sizes;
    const WallPasses& walls = problem.walls;
    sizes.branch = !walls.branch_walls.nodes.empty();
    sizes.nz = problem.extent.nz;
    QuadMap map(problem.extent, tiling);
    const std::vector<std::int64_t> shell = solid_shell(walls.solids, problem.extent, problem.stencil);
    std::set<std::int64_t> driven;
    for (const Injection& source : problem.sources)
        for (const std::int64_t node : source.at.nodes)
            if (!in_spans(walls.solids, node)) driven.insert(node);
    for (const auto* list : {&walls.corrections.nodes, &walls.explicit_walls.nodes, &walls.branch_walls.nodes}) {
        for (const std::int64_t node : *list) map.add(node);
    }
    for (const std::int64_t node : shell) sizes.nodes += map.add(node);
    for (const std::int64_t node : driven) sizes.driven += map.add(node);
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
    count_kinds(sizes, problem, tiling, driven, !shell.empty());
    return sizes;
}

int PassWallSizes::most_together(int levels) const {
    const int lag = TemporalTiling{}.lag();  // walls are inside passes of stencils that reach one node
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
    const std::int64_t of_table = 4 + (sizes.branch ? 8 : 0);        // its places in the lists of single steps
    const std::int64_t of_panels = tiling.panels.count > 1 ? 5 : 0;  // of a quad, while quads are paired
    std::int64_t bytes = (special + of_table) * sizes.nodes + of_panels * sizes.quads;
    const std::vector<std::int64_t> lists = list_bytes(sizes, tiling);
    // All but the last: the states start on the device.
    return std::accumulate(lists.begin(), std::prev(lists.end()), bytes);
}

}  // namespace wavesim
