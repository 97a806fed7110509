// SPDX-License-Identifier: MIT
// The warps that load the halo of a tile (temporal.cuh). Level 0 is loaded from the field. Other levels are loaded from
// the words that other tiles publish, or at a side of the grid from the tile's own nodes. The warps also sample
// receivers.
#pragma once
#include "stencils/gpu/temporal/temporal_tile.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TemporalRims {
    using Real = typename Spec::Real;
    using Tile = TemporalTile<Spec>;
    static constexpr int R = Tile::R;
    static constexpr int V = Tile::V;
    static constexpr int levels = Tile::levels;
    static constexpr int slots = Tile::slots;
    static constexpr int fetchers = Tile::fetchers;
    static constexpr Int64 plane_values = Spec::plane;
    static constexpr int row_nodes = Spec::tile_x + (Tile::corners ? 2 * R : 0);
    static constexpr int around = 2 * R * (row_nodes + Spec::tile_y);  // nodes around a tile
    static constexpr int words = ((levels - 1) * around + fetchers - 1) / fetchers;
    static constexpr int packs = (2 * R * Tile::lanes + fetchers - 1) / fetchers;
    static constexpr int rest = Spec::nx % V;  // nodes of a row behind its last whole pack
    static constexpr int columns = 2 * R * Tile::height;
    static constexpr int edges = (columns + 2 * R * rest + fetchers - 1) / fetchers;
    static_assert(words <= 21 && levels <= 8 && packs + edges <= 32);
    static_assert((levels - 1) * static_cast<Int64>(slots) * Tile::rim_size < 1 << 30);

    /// A halo node of a tile and the node in the grid that it mirrors, or itself.
    struct Around {
        int to;         ///< position in a plane of shared memory; -1 if it is not needed
        int x, y;       ///< position of the mirrored node in the grid
        bool negative;  ///< it has the opposite sign
    };

    /// The values that a thread loads.
    struct Thread {
        int word_from[words];            ///< source in slot 0: in the halo words, or in the tile's own memory
        int word_to[words];              ///< destination in slot 0 of the tile's memory; -1 without
        unsigned long long word_levels;  ///< three bits for each word
        unsigned own_words;              ///< bit per word that comes from the tile's own plane
        unsigned negative_words;
        int from[packs + edges];  ///< offset in a plane of the field; -1 without
        int to[packs + edges];
        unsigned negative;
    };

    static WAVESIM_DEVICE void run(const TemporalArguments<Real>& a, Real* ring) {
        const int k0 = thread_index() - Tile::movers;
        const int tile = block_y() * Tile::tiles_x + block_x();
        const TilePlanes receivers = a.receivers.tile[tile];
        Thread t{};
        const int grid_rows = Tile::grid_rows(a);
        plan_words(k0, grid_rows, t);
        plan_copies(k0, grid_rows, t);
        start(a, ring, t, 0, 0);
        start(a, ring, t, 1, 1);
        wait_copies<1>();
        turn_signs(ring, t, 0);
        barrier();
        const int end = Tile::iterations(a.nz);
        int s = 0;
        for (int i = 0; i < end; ++i) {
            start(a, ring, t, i + 2, s + 2 < slots ? s + 2 : s + 2 - slots);
            const int last = s == 0 ? slots - 1 : s - 1;
            if (near(receivers, i - Tile::lag * (levels - 1), i + 1)) sample(a, ring, receivers, k0, i, s);
            fetch_words(a, ring, t, i, last);
            wait_copies<1>();
            s = s + 1 == slots ? 0 : s + 1;
            turn_signs(ring, t, s);
            barrier();
        }
    }

  private:
    /// Node (x, y) of a tile, which lies in its halo. Values beyond an edge of a panel inside the grid are arbitrary.
    static WAVESIM_DEVICE Around around_at(int x, int y, int grid_rows) {
        const int gx = block_x() * Spec::tile_x + x;
        const int gy = block_y() * Spec::tile_y + y;
        if (gx >= Spec::nx + R || gy >= grid_rows + R) return {-1, 0, 0, false};
        const bool turned_x =
            (gx < 0 && Spec::halo_x_low == halo_odd_half) || (gx >= Spec::nx && Spec::halo_x_high == halo_odd_half);
        const bool turned_y =
            (gy < 0 && Spec::halo_y_low == halo_odd_half) || (gy >= grid_rows && Spec::halo_y_high == halo_odd_half);
        return {Tile::place(x, y), Tile::image(gx, Spec::nx), Tile::image(gy, grid_rows), turned_x != turned_y};
    }
    /// Columns of this tile in the grid; below, its rows.
    static WAVESIM_DEVICE int width() { return smaller(Spec::tile_x, Spec::nx - block_x() * Spec::tile_x); }
    static WAVESIM_DEVICE int depth(int grid_rows) {
        return smaller(Spec::tile_y, grid_rows - block_y() * Spec::tile_y);
    }

    /// Coordinate of the j-th row or column beside a tile of n: -R to -1, then n to n + R - 1.
    static WAVESIM_DEVICE int beside(int j, int n) { return j < R ? j - R : n + j - R; }

    /// The q-th halo node: rows below and above the tile, then columns before and after it.
    static WAVESIM_DEVICE Around nth_around(int q, int grid_rows) {
        if (q < 2 * R * row_nodes) {
            const int x = q % row_nodes - (Tile::corners ? R : 0);
            return x >= width() + R ? Around{-1, 0, 0, false}
                                    : around_at(x, beside(q / row_nodes, depth(grid_rows)), grid_rows);
        }
        const int p = q - 2 * R * row_nodes;
        const int y = p / R % Spec::tile_y;
        if (y >= depth(grid_rows)) return {-1, 0, 0, false};
        return around_at(beside(p % R + p / (R * Spec::tile_y) * R, width()), y, grid_rows);
    }

    static WAVESIM_DEVICE void plan_words(int k0, int grid_rows, Thread& t) {
        static_for<0, words>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int item = k0 + k * fetchers;
            t.word_to[k] = -1;
            if (item >= (levels - 1) * around) return;
            const int level = 1 + item / around;
            t.word_levels |= static_cast<unsigned long long>(level) << (3 * k);
            const int planes = level * slots * Tile::plane_size;  // of the levels below
            const Around node = nth_around(item % around, grid_rows);
            if (node.to < 0) return;
            const int tile_x = node.x / Spec::tile_x;
            const int tile_y = node.y / Spec::tile_y;
            const int x = node.x % Spec::tile_x;
            const int y = node.y % Spec::tile_y;
            t.word_to[k] = planes + node.to;
            if (node.negative) t.negative_words |= 1u << k;
            if (tile_x == block_x() && tile_y == block_y()) {
                t.own_words |= 1u << k;
                t.word_from[k] = planes + Tile::place(x, y);
                return;
            }
            const int rim =
                (level - 1) * slots * Tile::rim_size + (tile_y * Tile::tiles_x + tile_x) * Tile::rim_of_tile;
            if (tile_y != block_y())
                t.word_from[k] = rim + Spec::tile_x * (y < R ? y : y - Spec::tile_y + 2 * R) + x;
            else
                t.word_from[k] =
                    rim + Tile::rim_columns + (x < R ? y * R + x : (Spec::tile_y + y) * R + x - Spec::tile_x + R);
        });
    }

    /// Plans the copies of level 0. Rows below and above the tile are copied in whole packs. The columns before and
    /// after the tile are copied one by one, and so is the part of the last pack of those rows that lies in the grid.
    /// Corners belong to tiles that wait for this one only where the stencil has corners, so nobody else may read them.
    static WAVESIM_DEVICE void plan_copies(int k0, int grid_rows, Thread& t) {
        static_for<0, packs>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int item = k0 + k * fetchers;
            const int x = item % Tile::lanes * V;
            const bool wanted = item < 2 * R * Tile::lanes && x + V <= width();
            plan_copy(t, k, wanted, x, beside(item / Tile::lanes, depth(grid_rows)), grid_rows);
        });
        static_for<0, edges>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int item = k0 + k * fetchers;
            if (item < columns) {
                const int y = item % Tile::height - R;
                const bool wanted = Tile::corners ? y < depth(grid_rows) + R : y >= 0 && y < depth(grid_rows);
                plan_copy(t, packs + k, wanted, beside(item / Tile::height, width()), y, grid_rows);
            } else {
                const int q = item - columns;
                const bool wanted = q < 2 * R * rest && width() % V != 0;
                plan_copy(t, packs + k, wanted, width() - 1 - q / (2 * R), beside(q % (2 * R), depth(grid_rows)),
                          grid_rows);
            }
        });
    }
    static WAVESIM_DEVICE void plan_copy(Thread& t, int k, bool wanted, int x, int y, int grid_rows) {
        const Around node = wanted ? around_at(x, y, grid_rows) : Around{-1, 0, 0, false};
        t.to[k] = node.to;
        t.from[k] = node.to < 0 ? -1 : node.y * Spec::pitch + node.x;
        if (node.to >= 0 && node.negative) t.negative |= 1u << k;
    }

    static WAVESIM_DEVICE void start(const TemporalArguments<Real>& a, Real* ring, const Thread& t, int z, int slot) {
        if (z < a.nz) {
            const Real* const from = a.now + z * plane_values;
            Real* const to = Tile::plane(ring, 0, slot);
            static_for<0, packs + edges>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                if (t.from[k] >= 0) copy_async < k<packs ? 16 : sizeof(Real)>(to + t.to[k], from + t.from[k]);
            });
        }
        commit_copies();
    }

    /// Changes the signs of the values that the thread copied to a slot of level 0 where the mirror image has the
    /// opposite sign; they must have arrived.
    static WAVESIM_DEVICE void turn_signs(Real* ring, const Thread& t, int slot) {
        if constexpr (!Spec::odd) return;
        Real* const plane = Tile::plane(ring, 0, slot);
        static_for<0, packs + edges>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if (t.from[k] >= 0 && (t.negative >> k & 1u) != 0)
                for (int v = 0; v < (k < packs ? V : 1); ++v) plane[t.to[k] + v] = -plane[t.to[k] + v];
        });
    }

    /// Loads the halos of the planes that levels received in the previous iteration.
    static WAVESIM_DEVICE void fetch_words(const TemporalArguments<Real>& a, Real* ring, const Thread& t, int i,
                                           int slot) {
        const unsigned tag = a.tag + static_cast<unsigned>(i) - 1;
        Real* const plane = Tile::plane(ring, 0, slot);
        const RimWord<Real>* const rims = Tile::rim(a.rims, 1, slot);
        RimWord<Real> word[words];
        const auto wanted = [&](int k) {
            const int z = i - Tile::lag * static_cast<int>(t.word_levels >> (3 * k) & 7) + 1;
            return t.word_to[k] >= 0 && z >= 0 && z < a.nz;
        };
        static_for<0, words>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            word[k] = rim_word(Real(0), tag);
            if (!wanted(k)) return;
            if ((t.own_words >> k & 1u) != 0)
                word[k] = rim_word(load(plane + t.word_from[k]), tag);
            else
                word[k] = observe(rims + t.word_from[k]);
        });
        static_for<0, words>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if (!wanted(k)) return;
            while (!has_tag(word[k], tag)) word[k] = observe(rims + t.word_from[k]);
            const Real value = Spec::odd && (t.negative_words >> k & 1u) != 0 ? -value_of(word[k]) : value_of(word[k]);
            store(plane + t.word_to[k], value);
        });
    }

    /// Stores the samples of receivers in the planes that levels read in this iteration.
    static WAVESIM_DEVICE void sample(const TemporalArguments<Real>& a, Real* ring, const TilePlanes& receivers, int k0,
                                      int i, int s) {
        static_for<0, levels>([&](auto level_constant) {
            constexpr int level = decltype(level_constant)::value;
            const int z = i - Tile::lag * level;
            if (z < a.nz && holds(receivers, z)) {
                const int slot = level == 0 ? s : s < 2 ? s + slots - 2 : s - 2;
                const int* const first = a.receivers.first + (receivers.at + z - receivers.from);
                for (int k = first[0] + k0; k < first[1]; k += fetchers) {
                    const TileNode node = load(a.receivers.node + k);
                    const Real value = load(Tile::plane(ring, level, slot) + R * Spec::tile_x + node.place);
                    store(a.samples + (static_cast<Int64>(level) * a.receiver_nodes + node.number), value);
                }
            }
        });
    }
};

}  // namespace wavesim::kernels
