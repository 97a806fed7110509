// SPDX-License-Identifier: MIT
// Two stages of statements in one kernel, in 3D. The first stage is computed for all threads of a block, the second one
// for those that are not in the halo of the tile. What the second stage reads of the first one stays in shared memory:
// it never comes back from global memory. A node costs one read of each array and one write of each result, as far as
// caches serve the neighbours, and the first stage once more in each halo.
#pragma once
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/statements/compiler_order.cuh"
#include "stencils/gpu/statements/statement_arguments.cuh"

namespace wavesim::kernels {

/// The planes of a tile in shared memory, as a thread sees them: a ring, one value per thread and kept result.
template <class Spec>
struct ChipPlanes {
    using Real = typename Spec::Real;
    static constexpr int values = Spec::kept * Spec::tile_x * Spec::tile_y;  ///< of a plane
    Real* mine;      ///< the value of this thread in plane 0 of the ring
    int newest = 0;  ///< place in the ring of the plane that was computed last, Spec::reach_high_z ahead

    WAVESIM_DEVICE Real* place(int number) const { return mine + number * values; }
    /// The plane `z` planes above that of the second stage.
    WAVESIM_DEVICE const Real* plane(int z) const {
        const int number = newest + z - Spec::reach_high_z;
        return place(number < 0 ? number + Spec::planes_kept : number);
    }
    WAVESIM_DEVICE void turn() { newest = newest + 1 == Spec::planes_kept ? 0 : newest + 1; }
};

/// `Spec` has the tile, the boxes of nodes and the generated text: early() computes the first stage at a node, as a
/// column along z (StatementColumns), keeps its results on the chip and stores them if the node is the block's own;
/// read_late() reads what the second stage needs of memory, while the block waits; late() computes it.
template <class Spec>
struct StatementChip {
    using Real = typename Spec::Real;

    static WAVESIM_DEVICE void run(const StatementArguments<Real>& a) {
        const int column_x = thread_index() % Spec::tile_x, column_y = thread_index() / Spec::tile_x;
        const int x = Spec::first_x + Spec::reach_low_x + block_x() * Spec::own_x + column_x;
        const int y = Spec::low_y + Spec::reach_low_y + block_y() * Spec::own_y + column_y;
        const bool own = column_x >= -Spec::reach_low_x && column_x < Spec::own_x - Spec::reach_low_x &&
                         column_y >= -Spec::reach_low_y && column_y < Spec::own_y - Spec::reach_low_y;
        const bool is_early = x >= Spec::early_low_x && x < a.nx + Spec::early_high_x && y >= Spec::early_low_y &&
                              y < a.ny + Spec::early_high_y;
        const bool is_late = own && x >= Spec::inner_low_x && x < a.nx + Spec::inner_high_x && y >= Spec::inner_low_y &&
                             y < a.ny + Spec::inner_high_y;
        const int first = Spec::low_z + block_z() * Spec::planes;
        const int end = smaller(first + Spec::planes, a.nz + Spec::high_z);
        const int early_first = larger(first + Spec::reach_low_z, Spec::early_low_z);
        const int early_end = smaller(end + Spec::reach_high_z, a.nz + Spec::early_high_z);
        const int late_first = larger(first, Spec::inner_low_z);
        const int late_end = smaller(end, a.nz + Spec::inner_high_z);

        ChipPlanes<Spec> kept{shared_memory<Real>() + thread_index()};
        typename Spec::Column column;
        Int64 at = early_first * Spec::plane + static_cast<Int64>(y) * Spec::pitch + x;
        if (is_early) Spec::start(a, at, column);
        // The last planes have no values of the first stage where nothing beyond the sides is read.
        for (int z = early_first; z < end + Spec::reach_high_z; ++z, at += Spec::plane, kept.turn()) {
            if (is_early && z < early_end)
                Spec::early(a, opaque(at), z + 1 < early_end, own && z >= first && z < end, column,
                            kept.place(kept.newest));
            const int late_z = z - Spec::reach_high_z;
            const bool now = is_late && late_z >= late_first && late_z < late_end;
            const Int64 late_at = at - Spec::reach_high_z * Spec::plane;
            typename Spec::Late read;
            if (now) Spec::read_late(a, opaque(late_at), read);
            barrier();
            if (now) Spec::late(a, opaque(late_at), read, kept);
        }
    }

  private:
    static WAVESIM_DEVICE int larger(int a, int b) { return a > b ? a : b; }
};

/// The second stage at those nodes of its box that are not inner ones, a thread per node, when the values beyond the
/// sides are known: planes first, then rows of the other planes, then nodes of the other rows.
template <class Spec>
struct StatementShell {
    using Real = typename Spec::Real;

    static WAVESIM_DEVICE void run(const StatementArguments<Real>& a) {
        const int all_x = a.nx + Spec::high_x - Spec::low_x, all_y = a.ny + Spec::high_y - Spec::low_y;
        const int all_z = a.nz + Spec::high_z - Spec::low_z;
        const int inner_x = inner(a.nx + Spec::inner_high_x - Spec::inner_low_x);
        const int inner_y = inner(a.ny + Spec::inner_high_y - Spec::inner_low_y);
        const int inner_z = inner(a.nz + Spec::inner_high_z - Spec::inner_low_z);
        Int64 i = static_cast<Int64>(block_x()) * (Spec::tile_x * Spec::tile_y) + thread_index();
        const Int64 in_planes = static_cast<Int64>(all_z - inner_z) * all_y * all_x;
        const Int64 in_rows = static_cast<Int64>(inner_z) * (all_y - inner_y) * all_x;
        int x = 0, y = 0, z = 0;
        if (i < in_planes) {
            const Int64 row = i / all_x;
            x = Spec::low_x + static_cast<int>(i - row * all_x);
            y = Spec::low_y + static_cast<int>(row % all_y);
            z = outer(static_cast<int>(row / all_y), Spec::low_z, Spec::inner_low_z, inner_z);
        } else if (i < in_planes + in_rows) {
            const Int64 row = (i - in_planes) / all_x;
            x = Spec::low_x + static_cast<int>(i - in_planes - row * all_x);
            y = outer(static_cast<int>(row % (all_y - inner_y)), Spec::low_y, Spec::inner_low_y, inner_y);
            z = Spec::inner_low_z + static_cast<int>(row / (all_y - inner_y));
        } else {
            i -= in_planes + in_rows;
            if (i >= static_cast<Int64>(inner_z) * inner_y * (all_x - inner_x)) return;
            const Int64 row = i / (all_x - inner_x);
            x = outer(static_cast<int>(i - row * (all_x - inner_x)), Spec::low_x, Spec::inner_low_x, inner_x);
            y = Spec::inner_low_y + static_cast<int>(row % inner_y);
            z = Spec::inner_low_z + static_cast<int>(row / inner_y);
        }
        Spec::update(a, z * Spec::plane + static_cast<Int64>(y) * Spec::pitch + x);
    }

  private:
    static WAVESIM_DEVICE int inner(int nodes) { return nodes > 0 ? nodes : 0; }
    /// The i-th coordinate from `low` on that is no inner one.
    static WAVESIM_DEVICE int outer(int i, int low, int inner_low, int inner_nodes) {
        return low + i < inner_low || inner_nodes == 0 ? low + i : low + i + inner_nodes;
    }
};

}  // namespace wavesim::kernels
