// SPDX-License-Identifier: MIT
// Several time steps per pass over memory: u^{n+T}, u^{n+T-1} from u^n, u^{n-1}, in place, for stencils of radius R = 1
// or 2 and sides that mirror. The result is that of T steps of the plane sweep (sweep.cuh) bit for bit: every sum has
// the same terms in the same order. (Only a zero may have another sign where a signal has ended.)
// A tile of the xy plane belongs to one block for all planes and levels. All blocks are resident at once and walk along
// z together. In iteration i, level t reads plane p = i - (R + 2) t of u^{n+t} and finishes plane p - R of u^{n+t+1}.
// The highest level comes first, so that it reads u- of a node before the level below overwrites it. Warps have roles.
// Most update nodes (temporal_levels.cuh). A few load the halo of the tile (temporal_rims.cuh). Values of other tiles
// are passed through global memory as words of a value and the tag of its iteration, so blocks wait only for the words
// themselves. Other warps update walls and solids (temporal_walls.cuh). There is one barrier per iteration. Cost per
// node and pass: reads u and u- once, writes both once. Sources act and receivers are sampled at every level.
#pragma once
#include "stencils/gpu/temporal/temporal_levels.cuh"
#include "stencils/gpu/temporal/temporal_points.cuh"
#include "stencils/gpu/temporal/temporal_rims.cuh"
#include "stencils/gpu/temporal/temporal_walls.cuh"

namespace wavesim::kernels {

template <class Spec>
struct Temporal {
    using Tile = TemporalTile<Spec>;
    static constexpr int threads = Tile::threads;
    static constexpr int shared_bytes = Tile::shared_bytes;
    static constexpr int rim_words = (Tile::levels - 1) * Tile::slots * Tile::rim_size;

    static WAVESIM_DEVICE void run(const TemporalArguments<typename Spec::Real>& a) {
        auto* const ring = shared_memory<typename Spec::Real>();
        if (thread_index() < Tile::movers) {
            if constexpr (Tile::share_registers) take_registers<Tile::mover_registers>();
            TemporalLevels<Spec>::run(a, ring);
        } else if (Tile::share_registers && thread_index() < Tile::takers) {
            if constexpr (Tile::share_registers) take_registers<Tile::mover_registers>();
            TemporalRims<Spec>::run(a, ring);
        } else if (!Tile::walls || thread_index() < Tile::movers + Tile::fetchers) {
            if constexpr (Tile::share_registers) give_registers<Tile::rim_registers>();
            TemporalRims<Spec>::run(a, ring);
        } else {
            if constexpr (Tile::walls) {
                if constexpr (Tile::share_registers) give_registers<Tile::wall_registers>();
                TemporalWalls<Spec>::run(a, ring);
            }
        }
    }
};

/// After the last panel: copies the late rows of a seam to the field. One block for each row of both levels.
template <class Spec>
WAVESIM_DEVICE void return_late_rows(const LateRows<typename Spec::Real>& a) {
    using Real = typename Spec::Real;
    const int row = block_x() % Spec::overlap;
    const int z = block_x() / Spec::overlap % a.nz;
    const int seam = block_x() / Spec::overlap / a.nz % a.seams;
    const bool last = block_x() < Spec::overlap * a.nz * a.seams;
    const Real* const from = a.late + static_cast<Int64>(block_x()) * Spec::pitch;
    Real* const to = (last ? a.last : a.last_but_one) + z * static_cast<Int64>(Spec::plane) +
                     static_cast<Int64>((seam + 1) * a.stride + row) * Spec::pitch;
    constexpr int V = Pack<Real>::size;
    for (int x = V * thread_index(); x < Spec::nx; x += V * block_size()) store_pack(to + x, load_pack(from + x));
}

}  // namespace wavesim::kernels
