// SPDX-License-Identifier: MIT
// The plane sweep (sweep.cuh) with planes loaded by bulk copies, one per row, which need no computation by threads. A
// mirror image of a row is just another row, so mirrored sides cost nothing. Columns beyond the ends of rows, walls
// there and factors are copied by threads as in sweep_ring.cuh. A buffer is full when all of its bytes have arrived,
// and free when every warp has left it: no barrier stops the warps at each plane. Compute capability 9.0.
#pragma once
#include "stencils/gpu/sweep/sweep.cuh"

namespace wavesim::kernels {

template <class Spec>
struct BulkRing : SweepRing<Spec, 2 * Pack<typename Spec::Real>::size> {
    using Base = SweepRing<Spec, 2 * Pack<typename Spec::Real>::size>;
    using Real = typename Spec::Real;
    using Arguments = FieldArguments<Real>;
    using Base::height, Base::pad, Base::R, Base::V, Base::width;
    /// SweepRing leaves two packs at the end of a buffer: one is the counter of arriving bytes, the other the gate
    /// through which warps leave it.
    static constexpr int arrival_at = Base::filled_size, gate_at = Base::filled_size + V;
    /// Rows of u and of u-, distributed to the warps: a warp starts the copies of its threads one after the other.
    static constexpr int rows_of_both = height + (Spec::staged ? Spec::tile_y : 0);
    static constexpr int warps = Base::threads / 32;
    static_assert(rows_of_both <= Base::threads && Base::threads % 32 == 0);

    struct Thread : Base::Thread {
        int row_from;     ///< row of u that it copies (offset in the plane), -1 for none
        int row_to;       ///< destination (offset in a buffer)
        int row_bytes;    ///< bytes of the row
        int own_from;     ///< the same for u-: offset of the tile's nodes
        int own_to;       ///< destination among them
        int own_bytes;    ///< bytes of it
        int plane_bytes;  ///< bytes of all rows of u
        int tile_bytes;   ///< bytes of all rows of u-
    };

    static WAVESIM_DEVICE Thread plan(const Arguments& a, int x0, int y0) {
        Thread t;
        static_cast<typename Base::Thread&>(t) = Base::plan(a, x0, y0);
        const int first = x0 < pad ? 0 : x0 - pad;
        const int count = smaller(x0 + Spec::tile_x + pad, a.nx / V * V) - first;
        const auto image = [&](int row) { return count > 0 ? Base::image_row(a, y0 - R + row) : -1; };
        int rows = 0;
        for (int row = 0; row < height; ++row) rows += image(row) >= 0 ? 1 : 0;
        const int row = thread_index() / 32 + warps * (thread_index() % 32);
        const int y = row < height ? image(row) : -1;
        t.row_from = y >= 0 ? y * a.pitch + first : -1;
        t.row_to = row * width + first - (x0 - pad);
        t.row_bytes = count * static_cast<int>(sizeof(Real));
        t.plane_bytes = rows * t.row_bytes;
        const int own_row = row - height;
        const int own_rows = smaller(Spec::tile_y, a.ny - y0);
        t.own_from = own_row >= 0 && own_row < own_rows ? (y0 + own_row) * a.pitch + x0 : -1;
        t.own_to = own_row * Spec::tile_x;
        t.own_bytes = smaller(Spec::tile_x, (a.nx - x0 + V - 1) / V * V) * static_cast<int>(sizeof(Real));
        t.tile_bytes = own_rows * t.own_bytes;
        return t;
    }

    static WAVESIM_DEVICE void cleared() {}
    static WAVESIM_DEVICE void open(Real* ring, const Thread& t) {
        if (thread_index() == 0)
            for (int k = 0; k < Base::buffers; ++k) {
                Real* const buffer = ring + k * Base::slot_size;
                make_arrival(arrival(buffer), 1 + (t.edge ? Base::threads : 0));
                make_gate(gate(buffer), warps);
            }
        open_to_bulk_copies();
        barrier();
    }

    /// As in SweepRing.
    static WAVESIM_DEVICE void start(const Arguments& a, const Thread& t, Real* ring, int z, Real* buffer, int side) {
        const int z_out = z - R;
        const bool finishes = z_out >= t.z0 && z_out < t.z1;
        const bool reads = z < t.z1 + R;
        const int from_z = reads ? halo_image(z, a.nz, a.halo[4], a.halo[5]) : -1;
        Real* const beside = Base::apart_slot(ring, side);
        if constexpr (!Spec::odd)
            if (const int lap = lap_of(t, z); lap > 0) pass_gate(gate(buffer), (lap - 1) & 1);
        if (thread_index() == 0)
            expect_bytes(arrival(buffer),
                         (from_z >= 0 ? t.plane_bytes : 0) + (Spec::staged && finishes ? t.tile_bytes : 0));
        if (from_z >= 0) {
            const Real* source = a.now + from_z * a.plane;
            if (t.row_from >= 0) copy_bulk(buffer + t.row_to, source + t.row_from, t.row_bytes, arrival(buffer));
            Base::start_edges(t, source, buffer);
        } else if (reads) {
            for (int i = thread_index(); i < Base::plane_size; i += Base::threads) buffer[i] = 0;
            open_to_bulk_copies();
            barrier();
        }
        if constexpr (Base::ends)
            if (t.end_row >= 0 && finishes) Base::start_end(a, t, z_out, buffer);
        if (Spec::staged && finishes) {
            const Real* before = a.next + z_out * a.plane;
            if (t.own_from >= 0)
                copy_bulk(Base::before_in(buffer, beside) + t.own_to, before + t.own_from, t.own_bytes,
                          arrival(buffer));
            if constexpr (Base::apart)
                static_for<0, Base::rows>([&](auto r_constant) {
                    constexpr int r = decltype(r_constant)::value;
                    if (r < t.rows_here)
                        Base::template start_factors<r>(a, t, t.out + static_cast<Int64>(z_out - t.z0) * a.plane,
                                                        beside);
                });
        }
        if (t.edge) arrive_with_copies(arrival(buffer));
        commit_copies();
    }

    static WAVESIM_DEVICE void wait(const Thread& t, int z, Real* buffer) {
        wait_copies<Base::ahead - 1>();
        wait_for_bytes(arrival(buffer), lap_of(t, z) & 1);
    }
    /// Signs are changed in place by any thread; in that case a barrier replaces the gates.
    static WAVESIM_DEVICE void meet() {
        if constexpr (Spec::odd) barrier();
    }
    static WAVESIM_DEVICE void leave(Real* buffer) {
        if constexpr (!Spec::odd) come_to_gate(gate(buffer));
    }

  private:
    /// How often the buffers have been filled before plane z is loaded into its buffer.
    static WAVESIM_DEVICE int lap_of(const Thread& t, int z) { return (z - t.z0 + R) / Base::buffers; }
    static WAVESIM_DEVICE Gate* gate(Real* buffer) { return reinterpret_cast<Gate*>(buffer + gate_at); }
    static WAVESIM_DEVICE Arrival* arrival(Real* buffer) { return reinterpret_cast<Arrival*>(buffer + arrival_at); }
};

template <class Spec>
using BulkSweep = Sweep<Spec, BulkRing<Spec>>;

}  // namespace wavesim::kernels
