// SPDX-License-Identifier: MIT
#include "stencils/launch/tile_list.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace wavesim {

namespace {

constexpr int warp = 32;
constexpr int most_threads = 1024;

/// Blocks of 64 to 1024 threads, whole warps along x, as in the study of Zhang et al.
std::vector<KernelTile> stream_tiles(const KernelTile& chosen, bool flat) {
    std::vector<KernelTile> tiles;
    for (int x = warp; x <= 512; x *= 2)
        for (int y = 1; y <= (flat ? 1 : 16); y *= 2) {
            KernelTile tile = chosen;
            tile.x = x, tile.y = y;
            if (x * y >= 2 * warp && x * y <= most_threads) tiles.push_back(tile);
        }
    return tiles;
}

/// The same threads in other shapes, and other numbers of nodes per thread.
std::vector<KernelTile> texture_tiles(KernelForm form, const KernelTile& chosen, bool flat) {
    std::vector<KernelTile> tiles;
    for (int x = warp; x <= 4 * warp; x *= 2)
        for (int y = 1; y <= (flat ? 1 : 8); y *= 2)
            for (int z = 1; z <= (flat ? 16 : 4); z *= 2) {
                KernelTile tile = chosen;
                tile.x = x, tile.y = y, tile.z = z;
                if ((flat || y >= z) && x * y * z >= 4 * warp && x * y * z <= most_threads) tiles.push_back(tile);
            }
    for (int rows = 1; form == KernelForm::texture_unrolled && rows <= 4; rows *= 2) {
        tiles.push_back(chosen);
        tiles.back().rows = rows;
    }
    return tiles;
}

/// As many registers per thread as the chosen tile allows.
std::vector<KernelTile> sweep_tiles(const KernelTile& chosen, Precision precision) {
    const int threads = block_threads(KernelForm::sweep, chosen, precision) * chosen.blocks;
    std::vector<KernelTile> tiles;
    const int widest = precision == Precision::float32 ? 256 : 128;
    for (int x = widest / 4; x <= widest; x *= 2)
        for (const int y : {4, 8, 12, 16, 24, 32, 48})
            for (const int rows : {1, 2}) {
                KernelTile tile = chosen;
                tile.x = x, tile.y = y, tile.rows = rows;
                const int here = block_threads(KernelForm::sweep, tile, precision);
                tile.blocks = threads / here;
                if (here >= 2 * warp && here % warp == 0 && tile.blocks > 0) tiles.push_back(tile);
            }
    return tiles;
}

int points_of_a_plane(const Stencil& stencil) {
    std::set<std::pair<int, int>> places{{0, 0}};
    for (const Shell& shell : stencil.shells)
        for (const Offset& l : shell_points(shell, stencil.dims)) places.insert({l.x, l.y});
    return static_cast<int>(places.size());
}

/// Of a thread that has several nodes along z: each value once.
int points_of_a_column(const Stencil& stencil, int nodes) {
    std::set<Offset> places;
    for (int z = 0; z < nodes; ++z) {
        places.insert({0, 0, z});
        for (const Shell& shell : stencil.shells)
            for (const Offset& l : shell_points(shell, stencil.dims)) places.insert({l.x, l.y, l.z + z});
    }
    return static_cast<int>(places.size());
}

}  // namespace

std::vector<KernelTile> tiles_to_try(KernelForm form, const StencilProblem& problem, int shared_limit) {
    const KernelTile chosen = choose_tile(form, problem, shared_limit);
    const bool flat = problem.stencil.dims == 2;
    // That of a large grid, which does not depend on the grid at hand.
    StencilProblem large = problem;
    large.extent = flat ? Extent{4096, 1, 4096} : Extent{512, 512, 512};
    const KernelTile usual = choose_tile(form, large, shared_limit);
    std::vector<KernelTile> tiles{chosen, usual};
    if (form == KernelForm::density) tiles.pop_back();  // it has one only
    const std::vector<KernelTile> others = form == KernelForm::density ? std::vector<KernelTile>{}
                                           : form == KernelForm::sweep ? sweep_tiles(usual, problem.precision)
                                           : walks_along_z(form)       ? stream_tiles(usual, flat)
                                                                       : texture_tiles(form, usual, flat);
    tiles.insert(tiles.end(), others.begin(), others.end());
    std::set<std::string> known;
    std::erase_if(tiles, [&](const KernelTile& tile) {
        return shared_bytes(form, tile, problem.precision, radius(problem.stencil), problem.stencil.dims) >
                   shared_limit ||
               !known.insert(to_string(tile)).second;
    });
    return tiles;
}

KernelTile tile_named(const std::string& text, KernelForm form, const StencilProblem& problem, int shared_limit) {
    if (text.empty()) return choose_tile(form, problem, shared_limit);
    for (const KernelTile& tile : tiles_to_try(form, problem, shared_limit))
        if (to_string(tile) == text) return tile;
    throw std::invalid_argument("there is no tile '" + text + "'");
}

double loaded_values(KernelForm form, const KernelTile& tile, const Stencil& stencil, Precision precision) {
    const int r = radius(stencil);
    const int ry = stencil.dims == 2 ? 0 : r;
    const double own = 1;  // u-
    const auto rim = [&](int reach) {
        return static_cast<double>(tile.x + 2 * reach) * (tile.y + 2 * ry) / (tile.x * tile.y);
    };
    switch (form) {
        case KernelForm::density: return 0;
        case KernelForm::sweep: {
            const int pack = static_cast<int>(16 / bytes_of(precision));
            return rim((r + pack - 1) / pack * pack) + own;
        }
        case KernelForm::stream_shared:
        case KernelForm::stream_hybrid: return rim(r) + own;
        case KernelForm::stream_register: return points_of_a_plane(stencil) + own;
        case KernelForm::texture_unrolled:
            return static_cast<double>(points_of_a_column(stencil, tile.rows)) / tile.rows + own;
        default: return static_cast<double>(point_count(stencil)) + own;
    }
}

}  // namespace wavesim
