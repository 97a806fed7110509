// SPDX-License-Identifier: MIT
// Plane sweep: u+ = 2u - u- + courant^2 L u (times the factor of the node where the medium varies), L symmetric in
// every axis and permutation of axes.
// A block owns a tile_x * tile_y column of nodes and walks along z through one chunk; planes of u arrive in a ring of
// shared memory (sweep_ring.cuh).
// Nodes of one in-plane class (|dx|, |dy|) are summed once and weighted for every |dz|; 2R+1 running sums along z
// finish one plane per step. All sums are of differences, so that a constant field stays constant to the last bit
// however the weights are rounded: in the plane S_c - N_c u, along z by g(z) = u(z) - u(z-1) with
//   sum_d A_d (u(z+d) - 2u(z) + u(z-d)) = sum_m B_m (g(z+m) - g(z-m+1)),  B_m = sum_{d >= m} A_d.
// Cost per node: reads u, u- (and the factor); writes u+ (12 or 16 B in float); about classes * (R + 1) fused
// multiply-adds.
// The parts of the kernel get arguments and state as parameters: as members of one object they needed up to a tenth
// more instructions.
#pragma once
#include "stencils/gpu/sweep/sweep_layer.cuh"
#include "stencils/gpu/sweep/sweep_ring.cuh"
#include "stencils/gpu/sweep/sweep_sums.cuh"

namespace wavesim::kernels {

/// `RingOf`: how the planes are loaded into shared memory.
template <class Spec, class RingOf = SweepRing<Spec>>
struct Sweep {
    using Real = typename Spec::Real;
    using Arguments = FieldArguments<Real>;
    using Ring = RingOf;
    using Thread = typename Ring::Thread;
    using Medium = Factors<Spec>;
    using Slab = SweepSlab<Spec>;
    using Layer = typename Slab::Layer;
    static constexpr int R = Ring::R;
    static constexpr int V = Ring::V;
    static constexpr int rows = Ring::rows;
    static constexpr int threads = Ring::threads;
    static constexpr int shared_bytes = Ring::bytes + Slab::size * static_cast<int>(sizeof(Real));
    static constexpr bool staged = Ring::staged;
    static constexpr bool ends = Ring::ends;
    /// All rows of a thread are finished together if the next u- is not loaded between them.
    static constexpr bool ends_together = ends && staged;
    static constexpr bool layered = Spec::layer != no_layer;

    static WAVESIM_DEVICE void run(const Arguments& a) { run(a, NoLayer{}); }
    static WAVESIM_DEVICE void run(const Arguments& a, const Layer& layer) {
        const BlockPlace place = block_place<true>(a);
        if (place.z0 >= place.z1) return;
        const Range along_x = range<0>(a, layer);
        const Range along_y = range<1>(a, layer);
        const int x0 = along_x.from + place.tile_x * Spec::tile_x;
        const int y0 = along_y.from + place.tile_y * Spec::tile_y;
        Real* const ring = shared_memory<Real>();
        Real* const psi = Ring::apart_slot(ring, Ring::apart_slots);
        clear(ring, psi);
        Ring::cleared();
        Thread t = Ring::plan(a, x0, y0);
        Ring::open(ring, t);
        t.line = thread_index() / Ring::lanes * rows;
        t.column = thread_index() % Ring::lanes * V;
        t.own = t.line * Spec::tile_x + t.column;
        const int x = x0 + t.column;
        const int y = y0 + t.line;
        t.rows_here = x < along_x.to ? smaller(rows, along_y.to - y0 - t.line) : 0;
        t.z0 = place.z0;
        t.z1 = place.z1;
        t.out = a.next + static_cast<Int64>(t.z0) * a.plane + static_cast<Int64>(y) * a.pitch + x;
        if constexpr (!layered) wait_for_last();  // slabs run concurrently with the previous launch
        for (int k = 0; k < Ring::ahead; ++k) Ring::start(a, t, ring, t.z0 - R + k, ring + k * Ring::slot_size, k);
        Column column{};
        if constexpr (!staged)
            static_for<0, rows>([&](auto r_constant) {
                constexpr int r = decltype(r_constant)::value;
                if (r < t.rows_here) fetch<r>(a, t.out, column);
            });
        const RowEnd end = row_end(a, t.rows_here, t.line, x, y, t.z0);
        Slab slab(layer, psi, x, y, t.z0, t.rows_here, t.column, t.line);
        walk(a, layer, ring, t, end, column, slab);
    }

  private:
    /// The nodes along an axis that the block may update: those of the launch, or of its slab.
    template <int axis>
    static WAVESIM_DEVICE Range range(const Arguments& a, const Layer& layer) {
        if constexpr (layered && Slab::along_x == (axis == 0))
            return {layer.from[block_y()], layer.to[block_y()]};
        else
            return range_along<true, axis>(a);
    }

    /// Elements that no copy fills (zero halos) stay 0. A barrier must follow.
    static WAVESIM_DEVICE void clear(Real* ring, Real* psi) {
        for (int i = thread_index(); i < Ring::buffers * Ring::slot_size; i += threads)
            if (i % Ring::slot_size < Ring::filled_size) ring[i] = 0;
        for (int i = thread_index(); i < Slab::size; i += threads) psi[i] = 0;
    }

    /// Values that a thread keeps from plane to plane.
    struct Column {
        Real last_plane[rows][V];
        Real sums[rows][2 * R + 1][V];
        Pack<Real> next_before[rows];  ///< u- and factors of the next plane, unless they are staged
        typename Medium::Codes next_factor[rows];
    };
    /// Loads u- and the factors of a row.
    template <int r>
    static WAVESIM_DEVICE void fetch(const Arguments& a, const Real* plane, Column& column) {
        column.next_before[r] = load_pack(plane + r * a.pitch);
        if constexpr (Spec::medium)
            column.next_factor[r] = Medium::load_codes(Medium::of(a) + (plane - a.next) + r * a.pitch);
    }

    /// Position of the walls of a thread at an end of its rows.
    struct RowEnd {
        bool low;  ///< at x_min
        int at;    ///< index of their share and push in a slot, -1 without any
        int next;  ///< index of their u+ in plane z0
    };
    static WAVESIM_DEVICE RowEnd row_end(const Arguments& a, int rows_here, int line, int x, int y, int z0) {
        RowEnd end{x == 0, -1, 0};
        if constexpr (ends)
            if (rows_here > 0 && (end.low || a.nx - x <= V)) {
                end.at = Ring::ends_at + 2 * (line + (end.low ? 0 : Spec::tile_y));
                end.next = ((end.low ? 0 : a.nz) + z0) * a.ends.pitch + y;
            }
        return end;
    }

    /// Data in shared memory when a plane is finished.
    struct Plane {
        Real* buffer;        ///< slot of the plane R planes later
        Real* beside;        ///< slot of the separate ring
        const Real* centre;  ///< u of the thread's first node
        bool more;           ///< another plane follows
    };

    /// Walks through all planes; those before z0 only add to the sums.
    static WAVESIM_DEVICE void walk(const Arguments& a, const Layer& layer, Real* ring, const Thread& t,
                                    const RowEnd& end, Column& column, Slab& slab) {
        const int last = t.z1 + R;
        int end_next = end.next;
        int slot = 0;
        int side = 0;  // slot of the separate ring
        int fill = Ring::ahead;
        int finished = Ring::buffers - R;  // slot of plane z - R, once it is loaded
        Real* target = t.out;
        for (int z = t.z0 - R; z < last; ++z) {
            Ring::wait(t, z, ring + slot * Ring::slot_size);
            if constexpr (Spec::odd) Ring::turn_signs(a, t, z, ring + slot * Ring::slot_size);
            Ring::meet();
            Ring::start(a, t, ring, z + Ring::ahead, ring + fill * Ring::slot_size, side == 0 ? Ring::ahead : side - 1);
            fill = Ring::after(fill);
            Real* const oldest = ring + finished * Ring::slot_size;
            const int centre = (t.line + R) * Ring::width + Ring::pad + t.column;
            const Plane plane{ring + slot * Ring::slot_size, Ring::apart_slot(ring, side), oldest + centre,
                              z + 1 < last};
            slot = Ring::after(slot);
            side = side == Ring::ahead ? 0 : side + 1;
            finished = Ring::after(finished);
            static_for<0, rows>([&](auto r_constant) {
                constexpr int r = decltype(r_constant)::value;
                SweepSums<Spec>::accumulate(plane.buffer + centre - Ring::pad + r * Ring::width, column.sums[r],
                                            column.last_plane[r]);
            });
            if (z - R < t.z0) {
                if (z >= t.z0) Ring::leave(oldest);
                continue;
            }
            Real of_layer[rows][V];
            if constexpr (layered) {
                slab.template move_psi<Ring::width>(plane.centre, plane.more);
                barrier();
                slab.move_zeta(of_layer, plane.more);
            }
            Pack<Real> result[ends_together ? rows : 1] = {};
            static_for<0, rows>([&](auto r_constant) {
                constexpr int r = decltype(r_constant)::value;
                if (r < t.rows_here) {
                    Pack<Real>& after = result[ends_together ? r : 0];
                    finish_row<r>(a, layer, t, plane, column, of_layer[r], after);
                    if constexpr (!ends_together) store_row<r>(a, end, end_next, plane, target, after);
                    if (!staged && plane.more) fetch<r>(a, target + a.plane, column);
                }
            });
            if constexpr (ends_together) store_rows(a, t, end, end_next, plane, target, result);
            Ring::leave(oldest);
            target += a.plane;
            if constexpr (ends) end_next += a.ends.pitch;
        }
    }

    /// u+ of row r; `of_layer`: the term of an absorbing layer.
    template <int r>
    static WAVESIM_DEVICE void finish_row(const Arguments& a, const Layer& layer, const Thread& t, const Plane& plane,
                                          const Column& column, const Real (&of_layer)[V], Pack<Real>& after) {
        const int own = t.own + r * Spec::tile_x;
        const Pack<Real> before =
            staged ? load_pack(Ring::before_in(plane.buffer, plane.beside) + own) : column.next_before[r];
        const Pack<Real> now = load_pack(plane.centre + r * Ring::width);
        Pack<Real> factor{};
        if constexpr (Ring::apart)
            factor = Medium::decode(a, Medium::load_codes(Ring::factors_after(plane.beside) + own));
        else if constexpr (Spec::medium)
            factor = Medium::decode(a, column.next_factor[r]);
        for (int i = 0; i < V; ++i)
            after.v[i] = next_value<Spec>(now.v[i], before.v[i], column.sums[r][0][i], factor.v[i]);
        if constexpr (layered)
            for (int i = 0; i < V; ++i)
                after.v[i] =
                    fused(layer.courant_squared * (Spec::medium ? factor.v[i] : Real(1)), of_layer[i], after.v[i]);
    }

    /// Finishes and stores the walls of one row or of all rows.
    template <int r>
    static WAVESIM_DEVICE void store_row(const Arguments& a, const RowEnd& end, int end_next, const Plane& plane,
                                         Real* target, Pack<Real>& after) {
        if constexpr (ends)
            if (end.at >= 0)
                finish_ends<1>(end.low, plane.buffer + end.at + 2 * r, &after, a.ends.next + (end_next + r));
        store_pack(target + r * a.pitch, after);
    }
    static WAVESIM_DEVICE void store_rows(const Arguments& a, const Thread& t, const RowEnd& end, int end_next,
                                          const Plane& plane, Real* target, Pack<Real>* result) {
        if (end.at >= 0) finish_ends<rows>(end.low, plane.buffer + end.at, result, a.ends.next + end_next);
        static_for<0, rows>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            if (r < t.rows_here) store_pack(target + r * a.pitch, result[r]);
        });
    }

    /// Finishes the walls at one end of `count` rows. `change`: their shares and pushes, `to`: additional destination
    /// of u+.
    template <int count>
    static WAVESIM_DEVICE void finish_ends(bool low, const Real* change, Pack<Real>* result, Real* to) {
        constexpr int high = ends ? Spec::end_column : 0;
        constexpr int together = V / 2 < count ? V / 2 : count;
        Bundle<Real, count> ended;
        static_for<0, count>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            const auto by = load_bundle<2 * together>(change + r / together * 2 * together);
            Pack<Real>& row = result[r];
            ended.v[r] = fused(by.v[r % together * 2], low ? row.v[0] : row.v[high], by.v[r % together * 2 + 1]);
            if (low)
                row.v[0] = ended.v[r];
            else
                row.v[high] = ended.v[r];
        });
        store_bundle(to, ended);
    }
};

}  // namespace wavesim::kernels
