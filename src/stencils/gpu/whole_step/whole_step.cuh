// SPDX-License-Identifier: MIT
// A whole time step of a small grid in one launch: u+ = 2u - u- + courant^2 L u (times the factor of the node where the
// medium varies), then what acts on single nodes, and receivers. A launch costs more than the work of such a step.
// A block computes its tile, a pack of nodes along x and Spec::rows packs along z per thread. It stores u*, waits for
// its own threads, and finishes the nodes of its tile on which walls, solids or sources act (common/nodes.cuh). These
// need u^n of other blocks, and u* of no other block, so nothing waits for other blocks. Receivers read u^n in blocks
// of their own. The next launch starts while this one runs, reads its lists and waits.
// Cost per node: the neighbours of a pack from the cache of the multiprocessor, u- once, u+ once; per listed node as in
// common/nodes.cuh.
#pragma once
#include "stencils/gpu/common/medium.cuh"
#include "stencils/gpu/common/points.cuh"
#include "stencils/gpu/whole_step/whole_step_arguments.cuh"
#include "stencils/gpu/whole_step/whole_step_sums.cuh"

namespace wavesim::kernels {

template <class Spec>
struct WholeStep {
    using Real = typename Spec::Real;
    using Sums = WholeStepSums<Spec>;
    using Rows = typename Sums::PlaneRows;
    static constexpr int V = Pack<Real>::size;
    static constexpr int lanes = Spec::tile_x / V;
    static constexpr int threads = lanes * Spec::tile_y * Spec::tile_z;
    static constexpr int nodes = Spec::rows;  ///< packs of a thread, along z
    static constexpr int shared_bytes = pass_threads * static_cast<int>(sizeof(double));
    static_assert(threads >= pass_threads && threads % 32 == 0);

    /// Images of both neighbouring rows in a plane: offsets and signs.
    struct Beside {
        int below, above;
        int sign_below, sign_above;
        WAVESIM_DEVICE Beside(const FieldArguments<Real>& a, int y)
            : below(row(a, y - 1)), above(row(a, y + 1)), sign_below(sign(a, y - 1)), sign_above(sign(a, y + 1)) {}
        static WAVESIM_DEVICE int sign(const FieldArguments<Real>& a, int y) {
            return halo_sign(y, a.ny, a.halo[2], a.halo[3]);
        }
        static WAVESIM_DEVICE int row(const FieldArguments<Real>& a, int y) {
            return sign(a, y) == 0 ? 0 : halo_image(y, a.ny, a.halo[2], a.halo[3]) * a.pitch;
        }
    };

    static WAVESIM_DEVICE void compute_tile(const FieldArguments<Real>& a, const BlockWork& work) {
        const int lane = thread_index() % lanes, line = thread_index() / lanes;
        const int own_x = work.tile_x * Spec::tile_x + lane * V;
        const int own_y = work.tile_y * Spec::tile_y + line % Spec::tile_y;
        const int own_z = (work.tile_z * Spec::tile_z + line / Spec::tile_y) * nodes;
        // Threads beyond the grid do as the last ones in it, since lanes exchange values, and store nothing.
        const int x = smaller(own_x, (a.nx - 1) / V * V), y = smaller(own_y, a.ny - 1), z = smaller(own_z, a.nz - 1);
        const bool stores = own_x < a.nx && own_y < a.ny && own_z < a.nz;
        const int count = stores ? smaller(nodes, a.nz - z) : 0;
        const int own_row = y * a.pitch;
        const Beside beside(a, y);
        const RowReader<Spec> reader{a, x};
        Real* const next = a.next + z * a.plane + (own_row + x);
        Real sum[nodes][V], now[nodes][V];
        Pack<Real> before[nodes];
        for (int j = 0; j < nodes; ++j)
            if (j < count) before[j] = load_pack(next + j * a.plane);
        Sums::template walk<nodes>(
            [&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                // No stored node needs planes beyond the image of the last one.
                const Plane<Real> plane = z + k <= a.nz ? plane_at(a, z + k) : Plane<Real>{a.now, 1};
                Rows rows;
                if constexpr (Sums::template reads_all<nodes>(k)) {
                    rows.own = reader.read(plane.data + own_row, plane.sign);
                    const RowValues<Real> below =
                        reader.read(plane.data + beside.below, plane.sign * beside.sign_below);
                    const RowValues<Real> above =
                        reader.read(plane.data + beside.above, plane.sign * beside.sign_above);
                    for (int i = 0; i < V + 2; ++i) rows.pair.at[i] = below.at[i] + above.at[i];
                } else {
                    const Pack<Real> pack = load_pack(plane.data + own_row + x);
                    for (int i = 0; i < V; ++i)
                        rows.own.at[i + 1] = Spec::signs ? static_cast<Real>(plane.sign) * pack.v[i] : pack.v[i];
                }
                return rows;
            },
            [&](auto k_constant, const Real(&u)[V], const Real(&of_pack)[V]) {
                constexpr int k = decltype(k_constant)::value;
                for (int i = 0; i < V; ++i) now[k][i] = u[i], sum[k][i] = of_pack[i];
            });
        for (int j = 0; j < nodes; ++j)
            if (j < count) {
                Pack<Real> factor;
                if constexpr (Spec::medium)
                    factor = Factors<Spec>::decode(
                        a, Factors<Spec>::load_codes(Factors<Spec>::of(a) + (next + j * a.plane - a.next)));
                Pack<Real> after = before[j];  // padding stays as it is
                for (int i = 0; i < V; ++i)
                    if (x + i < a.nx)
                        after.v[i] = next_value<Spec>(now[j][i], before[j].v[i], sum[j][i],
                                                      Spec::medium ? factor.v[i] : Real(1));
                store_pack(next + j * a.plane, after);
            }
    }

    static WAVESIM_DEVICE void run(const WholeStepArguments<Real>& a) {
        const int block = block_x() - a.passes.receivers;
        let_next_start();
        // The work of a block is constant, so it is read while the step before still runs.
        const BlockWork work = block < 0 ? BlockWork{} : a.work[block];
        wait_for_last();
        if (block_x() == 0 && thread_index() == 0) *a.passes.next_step = *a.passes.step + 1;
        if (block < 0) {
            record_receiver<threads>(a.passes, block_x());
            return;
        }
        compute_tile(a.field, work);
        if (work.groups == 0) return;
        barrier();
        for (int group = thread_index() / 32; group < work.groups; group += threads / 32) {
            PlacedNodes<Real, whole_step_group / 32> placed;
            placed.place(a.passes, work.first_group + group);
            finish_group(a.passes, placed);
        }
    }
};

}  // namespace wavesim::kernels
