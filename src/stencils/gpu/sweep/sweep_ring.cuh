// SPDX-License-Identifier: MIT
// The planes of u that a block of the plane sweep (sweep.cuh) works on: a ring of buffers in shared memory, filled by
// asynchronous copies. Halo elements come from their mirror images, so no halo is stored.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/static_for.cuh"

namespace wavesim::kernels {

/// `more`: additional values at the end of each buffer (bulk_sweep.cuh).
template <class Spec, int more = 0>
struct SweepRing {
    using Real = typename Spec::Real;
    using Arguments = FieldArguments<Real>;
    static constexpr int R = Spec::radius;
    static constexpr int V = Pack<Real>::size;
    static constexpr int pad = (R + V - 1) / V * V;
    static constexpr int rows = Spec::rows;         // rows per thread
    static constexpr int lanes = Spec::tile_x / V;  // threads along x
    static constexpr int threads = lanes * (Spec::tile_y / rows);
    static constexpr int width = Spec::tile_x + 2 * pad;
    static constexpr int height = Spec::tile_y + 2 * R;
    static constexpr int buffers = Spec::buffers;
    static constexpr int ahead = buffers - 1 - R;  // planes in flight; R + 1 buffers hold the planes down to the
                                                   // finished one
    static_assert(ahead >= 1);
    static constexpr int plane_size = width * height;  // values of u in one buffer
    static constexpr int tile_size = Spec::tile_x * Spec::tile_y;
    /// u- and the factor are loaded with the planes (staged) or one plane ahead into registers.
    static constexpr bool staged = Spec::staged;
    /// If staged together they have a separate ring, whose slots are free again R planes earlier than those of u.
    static constexpr bool apart = staged && Spec::medium;
    static constexpr int apart_slots = apart ? ahead + 1 : 0;
    using Medium = Factors<Spec>;
    using Code = typename Medium::Code;
    static constexpr int code_bytes = V * static_cast<int>(sizeof(Code));  // of a pack of nodes
    static constexpr int apart_bytes = (tile_size * static_cast<int>(sizeof(Real) + sizeof(Code)) + 15) / 16 * 16;
    /// Also loads share and push of the tile's walls at both ends of its rows (row_ends.cuh).
    static constexpr bool ends = Spec::end_column >= 0;
    static constexpr int ends_size = ends ? (4 * Spec::tile_y + V - 1) / V * V : 0;
    static_assert(!ends || 2 * Spec::tile_y <= threads);
    static constexpr int ends_at = plane_size + (staged && !apart ? tile_size : 0);
    static constexpr int filled_size = ends_at + ends_size;
    static constexpr int slot_size = filled_size + more;
    static constexpr int ring_bytes = buffers * slot_size * static_cast<int>(sizeof(Real));
    static constexpr int bytes = ring_bytes + apart_slots * apart_bytes;
    static constexpr int packs_per_row = width / V;
    static constexpr int copies = (packs_per_row * height + threads - 1) / threads;
    static constexpr int edge_columns = 2 * R + V - 1;
    static constexpr int edge_copies = (edge_columns * height + threads - 1) / threads;
    static_assert(copies <= 32 && edge_copies <= 32);

    /// The nodes of one thread, V neighbours in each row, and the values that it copies.
    struct Thread {
        int from[copies];  ///< source of its part of a plane (offset in the plane)
        int edge_from[edge_copies];
        int edge_to[edge_copies];  ///< destination (offset in a buffer)
        bool edge;
        unsigned negative;        ///< bit per copy
        unsigned negative_edges;  ///< bit per edge copy
        int own;                  ///< its first node in a tile
        int rows_here;            ///< its rows that lie in the grid
        int z0, z1;               ///< planes that it finishes
        Real* out;                ///< u+ of its first node in plane z0
        int line, column;         ///< row, and position in the row, of its first node in the tile
        int end_row;              ///< row whose end it copies, -1 for none; x_max for the second tile_y threads
    };

    /// Plans the copies for the tile whose first node is (x0, y0); the thread's own nodes are not set.
    static WAVESIM_DEVICE Thread plan(const Arguments& a, int x0, int y0) {
        Thread t;
        t.negative = t.negative_edges = 0;
        const int whole = a.nx / V * V;
        plan_packs(a, x0, y0, whole, t);
        plan_edges(a, x0, y0, whole, t);
        if constexpr (ends) {
            const bool high = thread_index() >= Spec::tile_y;
            const int y = y0 + thread_index() - (high ? Spec::tile_y : 0);
            const bool here = high ? x0 + Spec::tile_x >= a.nx : x0 == 0;
            t.end_row = here && thread_index() < 2 * Spec::tile_y && y < a.ny ? y : -1;
        }
        return t;
    }

    /// Starts the copies of plane z to `buffer`, and of the values that finish plane z - R: to the same buffer, or to
    /// slot `side` of the separate ring.
    static WAVESIM_DEVICE void start(const Arguments& a, const Thread& t, Real* ring, int z, Real* buffer, int side) {
        const int z_out = z - R;
        const Real* before =
            z_out >= t.z0 && z_out < t.z1 ? t.out + static_cast<Int64>(z_out - t.z0) * a.plane : nullptr;
        Real* const beside = apart_slot(ring, side);
        start_plane(a, t, z, t.z1 + R, buffer);
        if constexpr (ends)
            if (t.end_row >= 0 && before != nullptr) start_end(a, t, z_out, buffer);
        if (staged && before != nullptr) start_own(a, t, before, buffer, beside);
        commit_copies();
    }

    /// Called after the ring was cleared, and again before the first copy.
    static WAVESIM_DEVICE void cleared() { barrier(); }
    static WAVESIM_DEVICE void open(Real*, const Thread&) {}
    /// Waits until the copies of this thread for plane z are complete in its buffer.
    static WAVESIM_DEVICE void wait(const Thread&, int, Real*) { wait_copies<ahead - 1>(); }
    /// Then waits for the copies of the other threads, and until the buffer that is filled next was left by all.
    static WAVESIM_DEVICE void meet() { barrier(); }
    /// Signals that this thread has read the buffer for the last time.
    static WAVESIM_DEVICE void leave(Real*) {}

    /// Changes the signs of the values that this thread copied to plane z where the image has the opposite sign; they
    /// must have arrived.
    static WAVESIM_DEVICE void turn_signs(const Arguments& a, const Thread& t, int z, Real* buffer) {
        const int sign = halo_sign(z, a.nz, a.halo[4], a.halo[5]);
        if (sign == 0) return;  // zeros, which other threads may be storing
        const bool turned = sign < 0;
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if (t.from[k] >= 0 && ((t.negative >> k & 1u) != 0) != turned) {
                Real* values = buffer + (thread_index() + k * threads) * V;
                for (int i = 0; i < V; ++i) values[i] = -values[i];
            }
        });
        if (t.edge)
            static_for<0, edge_copies>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                if (t.edge_from[k] >= 0 && ((t.negative_edges >> k & 1u) != 0) != turned)
                    buffer[t.edge_to[k]] = -buffer[t.edge_to[k]];
            });
    }

    /// The next slot.
    static WAVESIM_DEVICE int after(int slot) { return slot + 1 == buffers ? 0 : slot + 1; }
    /// A slot of the separate ring; below, the position of u- of a plane, followed by its factors.
    static WAVESIM_DEVICE Real* apart_slot(Real* ring, int slot) {
        return reinterpret_cast<Real*>(reinterpret_cast<unsigned char*>(ring) + ring_bytes + slot * apart_bytes);
    }
    static WAVESIM_DEVICE Real* before_in(Real* buffer, Real* beside) {
        if constexpr (apart)
            return beside;
        else
            return buffer + plane_size;
    }
    static WAVESIM_DEVICE Code* factors_after(Real* before) { return reinterpret_cast<Code*>(before + tile_size); }

  protected:
    static WAVESIM_DEVICE int image_row(const Arguments& a, int y) {
        return y < a.ny + R ? halo_image(y, a.ny, a.halo[2], a.halo[3]) : -1;
    }
    static WAVESIM_DEVICE int row_sign(const Arguments& a, int y) { return halo_sign(y, a.ny, a.halo[2], a.halo[3]); }

    static WAVESIM_DEVICE void plan_packs(const Arguments& a, int x0, int y0, int whole, Thread& t) {
        const int last = smaller(x0 + Spec::tile_x + pad, whole);
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int item = thread_index() + k * threads;
            const int row = item / packs_per_row;
            const int x = x0 - pad + (item - row * packs_per_row) * V;
            const int y = image_row(a, y0 - R + row);
            t.from[k] = row < height && x >= 0 && x < last && y >= 0 ? y * a.pitch + x : -1;
            if (Spec::odd && row_sign(a, y0 - R + row) < 0) t.negative |= 1u << k;
        });
    }

    /// Columns that 16-byte copies do not cover: left of 0 and from `whole` to nx + R.
    static WAVESIM_DEVICE void plan_edges(const Arguments& a, int x0, int y0, int whole, Thread& t) {
        const bool left = x0 == 0;
        const bool right = x0 + Spec::tile_x + R > whole;
        t.edge = left || right;
        if (!t.edge) return;
        static_for<0, edge_copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int item = thread_index() + k * threads;
            const int row = item / edge_columns;
            const int column = item - row * edge_columns;
            const int x = column < R ? column - R : whole + column - R;
            const bool wanted =
                row < height && (column < R ? left : right && x < a.nx + R && x < x0 + Spec::tile_x + pad);
            const int from_x = wanted ? halo_image(x, a.nx, a.halo[0], a.halo[1]) : -1;
            const int from_y = wanted ? image_row(a, y0 - R + row) : -1;
            t.edge_from[k] = from_x >= 0 && from_y >= 0 ? from_y * a.pitch + from_x : -1;
            t.edge_to[k] = row * width + x - x0 + pad;
            if (Spec::odd && halo_sign(x, a.nx, a.halo[0], a.halo[1]) * row_sign(a, y0 - R + row) < 0)
                t.negative_edges |= 1u << k;
        });
    }

    static WAVESIM_DEVICE void start_plane(const Arguments& a, const Thread& t, int z, int z_end, Real* buffer) {
        const int from_z = z < z_end ? halo_image(z, a.nz, a.halo[4], a.halo[5]) : -1;
        if (from_z >= 0) {
            const Real* source = a.now + from_z * a.plane;
            static_for<0, copies>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                if (t.from[k] >= 0) copy_async<16>(buffer + (thread_index() + k * threads) * V, source + t.from[k]);
            });
            start_edges(t, source, buffer);
        } else if (z < z_end) {
            for (int i = thread_index(); i < plane_size; i += threads) buffer[i] = 0;
        }
    }

    static WAVESIM_DEVICE void start_edges(const Thread& t, const Real* source, Real* buffer) {
        if (t.edge)
            static_for<0, edge_copies>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                if (t.edge_from[k] >= 0)
                    copy_async<static_cast<int>(sizeof(Real))>(buffer + t.edge_to[k], source + t.edge_from[k]);
            });
    }

    /// Starts the copies of share and push of a row's end in plane z.
    static WAVESIM_DEVICE void start_end(const Arguments& a, const Thread& t, int z, Real* buffer) {
        const Int64 side = thread_index() < Spec::tile_y ? 0 : a.nz;
        copy_async<2 * static_cast<int>(sizeof(Real))>(buffer + ends_at + 2 * thread_index(),
                                                       a.ends.change + 2 * ((side + z) * a.ends.pitch + t.end_row));
    }

    /// Starts the copies of u- of the thread's own nodes, and of their factors.
    static WAVESIM_DEVICE void start_own(const Arguments& a, const Thread& t, const Real* before, Real* buffer,
                                         Real* beside) {
        static_for<0, rows>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            if (r < t.rows_here) {
                copy_async<16>(before_in(buffer, beside) + t.own + r * Spec::tile_x, before + r * a.pitch);
                if constexpr (apart) start_factors<r>(a, t, before, beside);
            }
        });
    }
    template <int r>
    static WAVESIM_DEVICE void start_factors(const Arguments& a, const Thread& t, const Real* before, Real* beside) {
        copy_codes(factors_after(beside) + t.own + r * Spec::tile_x, Medium::of(a) + (before - a.next) + r * a.pitch);
    }

    /// The smallest copy is four bytes: of two packs with fewer bytes, one thread copies both.
    static WAVESIM_DEVICE void copy_codes(Code* to, const Code* from) {
        if constexpr (code_bytes >= 4)
            copy_async<code_bytes>(to, from);
        else if (thread_index() % 2 == 0)
            copy_async<4>(to, from);
    }
};

}  // namespace wavesim::kernels
