// SPDX-License-Identifier: MIT
// Sizes of a tile of the kernel of several steps per pass (temporal.cuh), and the layout of its memory.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/static_for.cuh"
#include "stencils/gpu/sweep/sweep_sums.cuh"
#include "stencils/gpu/temporal/temporal_arguments.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TemporalTile {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    static constexpr int V = Pack<Real>::size;
    static constexpr int rows = Spec::rows;         // rows per thread
    static constexpr int lanes = Spec::tile_x / V;  // threads along x
    static constexpr int lines = Spec::tile_y / rows;
    static constexpr int movers = lanes * lines;           // threads that update nodes
    static constexpr int fetchers = 32 * Spec::rim_warps;  // threads that load halos
    static constexpr bool walls = Spec::wall_warps > 0;
    static constexpr int threads = movers + fetchers + 32 * Spec::wall_warps;
    /// Registers per thread after the warps have redistributed them (take_registers), unless all keep the same number:
    /// a request for more registers than exist would wait forever. Groups of four warps have equal numbers. The first
    /// warps that load halos therefore have as many as the last warps that update nodes.
    static constexpr int takers = (movers + 127) / 128 * 128;
    static constexpr int rim_registers = takers <= 128 ? 104 : takers > 256 ? 80 : walls ? 64 : 88;
    static constexpr int wall_registers = takers <= 128 ? 104 : 80;
    static constexpr int mover_registers = smaller(
        240, (65536 - (movers + fetchers - takers) * rim_registers - (threads - movers - fetchers) * wall_registers) /
                 takers / 8 * 8);
    static constexpr bool share_registers = 65536 / threads / 8 * 8 < mover_registers;
    static_assert(!share_registers || (takers <= movers + fetchers && (movers + fetchers) % 128 == 0));
    static_assert(R <= 2 && R <= rows && (!walls || (R == 1 && sizeof(Real) == 4)));
    static_assert(lanes * V == Spec::tile_x && lines * rows == Spec::tile_y && movers % 32 == 0 && 32 % lanes == 0);
    static constexpr int levels = Spec::levels;  // time steps of a pass
    static constexpr int slots = Spec::slots;    // planes of a level in shared memory
    /// Planes between a level and the level before it. A level needs the next R planes. Their halos are read one
    /// iteration after they were published, and used one iteration later.
    static constexpr int lag = R + 2;
    static_assert(levels >= 2 && slots >= R + 3 && slots <= 2 * lag);
    static constexpr int held = lag * 2 - slots;  // iterations for which u- of a level waits in registers
    static constexpr bool corners = SweepSums<Spec>::in_plane(1, 1);

    // A plane in shared memory: rows -R to tile_y + R - 1, then the R columns before the tile and those after it.
    static constexpr int height = Spec::tile_y + 2 * R;
    static constexpr int west = height * Spec::tile_x;
    static constexpr int east = west + R * height + (lanes < 32 ? 12 : 0);  // avoids the memory banks of the other
                                                                            // values
    static constexpr int plane_size = (east + R * height + 3) / 4 * 4;
    static constexpr int ring_values = levels * slots * plane_size;
    static constexpr int wall_bytes = walls ? 16 * Spec::wall_kinds * (1 + Spec::wall_faces) +
                                                  2 * 20 * Spec::wall_pool + 2 * 4 * levels * Spec::tile_y
                                            : 0;
    static constexpr int shared_bytes = ring_values * static_cast<int>(sizeof(Real)) + wall_bytes;

    /// Position of node (x, y) of a tile, from -R on, in a plane.
    static WAVESIM_DEVICE int place(int x, int y) {
        return x < 0               ? west + (y + R) * R + x + R
               : x >= Spec::tile_x ? east + (y + R) * R + x - Spec::tile_x
                                   : (y + R) * Spec::tile_x + x;
    }
    /// Pointer to a plane of a level.
    static WAVESIM_DEVICE Real* plane(Real* ring, int level, int slot) {
        return ring + (level * slots + slot) * plane_size;
    }

    // Halo words of a level and slot in global memory: for each tile its first R and last R rows, then the first R and
    // the last R columns of each row.
    static constexpr int tiles_x = (Spec::nx + Spec::tile_x - 1) / Spec::tile_x;
    static constexpr int tiles_y = (Spec::ny + Spec::tile_y - 1) / Spec::tile_y;
    static constexpr int rim_of_tile = 2 * R * (Spec::tile_x + Spec::tile_y);
    static constexpr int rim_columns = 2 * R * Spec::tile_x;  ///< where the columns begin
    static constexpr int rim_size = tiles_x * tiles_y * rim_of_tile;
    /// Halo values of the input plane of a level other than the first.
    static WAVESIM_DEVICE RimWord<Real>* rim(RimWord<Real>* rims, int level, int slot) {
        return rims + ((level - 1) * slots + slot) * static_cast<Int64>(rim_size);
    }

    /// Number of rows that the launch computes.
    static WAVESIM_DEVICE int grid_rows(const TemporalArguments<Real>& a) {
        return Spec::cut ? a.panel.rows : Spec::ny;
    }

    /// Number of iterations of a pass. In iteration i, level t reads plane i - lag t and finishes the plane R planes
    /// before it.
    static WAVESIM_DEVICE int iterations(int nz) { return nz + lag * (levels - 1) + R; }

    /// The mirror image of a coordinate beyond a side.
    static WAVESIM_DEVICE int image(int t, int n) { return t < 0 ? -1 - t : t >= n ? 2 * n - 1 - t : t; }
    /// A value beyond a side from its mirror image; `rule` is a compile-time constant.
    static WAVESIM_DEVICE Real beyond(int rule, Real value) { return rule == halo_odd_half ? -value : value; }
};

WAVESIM_DEVICE RimWord<float> rim_word(float value, unsigned tag) { return {value, tag}; }
WAVESIM_DEVICE RimWord<double> rim_word(double value, unsigned tag) {
    const unsigned long long bits = bits_of(value);
    return {static_cast<unsigned>(bits), tag, static_cast<unsigned>(bits >> 32), tag};
}
WAVESIM_DEVICE bool has_tag(const RimWord<float>& word, unsigned tag) { return word.tag == tag; }
WAVESIM_DEVICE bool has_tag(const RimWord<double>& word, unsigned tag) {
    return word.tag == tag && word.tag_of_high == tag;
}
WAVESIM_DEVICE float value_of(const RimWord<float>& word) { return word.value; }
WAVESIM_DEVICE double value_of(const RimWord<double>& word) {
    return double_of(word.low | static_cast<unsigned long long>(word.high) << 32);
}

/// `near`: whether a tile may have nodes of a list in planes [low, high); below, whether in plane z.
WAVESIM_DEVICE bool near(const TilePlanes& planes, int low, int high) {
    return high > planes.from && low < planes.from + planes.count;
}
WAVESIM_DEVICE bool holds(const TilePlanes& planes, int z) {
    return z >= planes.from && z < planes.from + planes.count;
}

}  // namespace wavesim::kernels
