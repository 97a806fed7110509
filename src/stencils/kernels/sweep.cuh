// SPDX-License-Identifier: MIT
// Plane sweep: u+ = 2u - u- + courant^2 L u (times the factor of the node where the medium varies), L symmetric in
// every axis and permutation of axes.
// A block owns a tile_x * tile_y column of nodes and walks along z through one chunk. Planes of u arrive in a ring of
// shared-memory buffers by asynchronous copies; halo elements come from their mirror images, so no halo is stored.
// Nodes of one in-plane class (|dx|, |dy|) are summed once and weighted for every |dz|; 2R+1 running sums along z
// finish one plane per step. All sums are of differences, so that a constant field stays constant to the last bit
// however the weights are rounded: in the plane S_c - N_c u, along z by g(z) = u(z) - u(z-1) with
//   sum_d A_d (u(z+d) - 2u(z) + u(z-d)) = sum_m B_m (g(z+m) - g(z-m+1)),  B_m = sum_{d >= m} A_d.
// Cost per node: reads u, u- (and the factor); writes u+ (12 or 16 B in float); about classes * (R + 1) fused
// multiply-adds.
#pragma once
#include "stencils/kernels/field.cuh"
#include "stencils/kernels/static_for.cuh"
#include "stencils/kernels/sweep_layer.cuh"
#include "stencils/kernels/sweep_sums.cuh"

namespace wavesim::kernels {

template <class Spec>
struct Sweep {
    using Real = typename Spec::Real;
    static constexpr int R = Spec::radius;
    static constexpr int V = Pack<Real>::size;
    static constexpr int pad = (R + V - 1) / V * V;
    static constexpr int rows = Spec::rows;         // rows per thread
    static constexpr int lanes = Spec::tile_x / V;  // threads along x
    static constexpr int threads = lanes * (Spec::tile_y / rows);
    static constexpr int width = Spec::tile_x + 2 * pad;
    static constexpr int height = Spec::tile_y + 2 * R;
    static constexpr int buffers = Spec::buffers;
    static constexpr int ahead = buffers - 1 - R;  // planes in flight; R + 1 stay for the centre of the finished plane
    static_assert(ahead >= 1);
    static constexpr int plane_size = width * height;  // values of u in one buffer
    static constexpr int tile_size = Spec::tile_x * Spec::tile_y;
    /// u- and the factor travel with the planes (staged) or one plane ahead in registers.
    static constexpr bool staged = Spec::staged;
    /// Staged together, they have a ring of their own, whose slots are free again R planes earlier than those of u.
    static constexpr bool apart = staged && Spec::medium;
    static constexpr int apart_slots = apart ? ahead + 1 : 0;
    using Medium = Factors<Spec>;
    using Code = typename Medium::Code;
    static constexpr int code_bytes = V * static_cast<int>(sizeof(Code));  // of a pack of nodes
    static constexpr int apart_bytes = (tile_size * static_cast<int>(sizeof(Real) + sizeof(Code)) + 15) / 16 * 16;
    /// Share and push of the tile's walls at both ends of its rows (row_ends.cuh).
    static constexpr bool ends = Spec::end_column >= 0;
    static constexpr int ends_size = ends ? (4 * Spec::tile_y + V - 1) / V * V : 0;
    static_assert(!ends || 2 * Spec::tile_y <= threads);
    /// All rows of a thread at once, where the next u- is not asked for between them.
    static constexpr bool ends_together = ends && staged;
    static constexpr int ends_at = plane_size + (staged && !apart ? tile_size : 0);
    static constexpr int slot_size = ends_at + ends_size;
    static constexpr int ring_bytes = buffers * slot_size * static_cast<int>(sizeof(Real));
    using Slab = SweepSlab<Spec>;
    using Layer = typename Slab::Layer;
    static constexpr bool layered = Spec::layer != no_layer;
    static constexpr int layer_bytes = Slab::size * static_cast<int>(sizeof(Real));
    static constexpr int shared_bytes = ring_bytes + apart_slots * apart_bytes + layer_bytes;
    static constexpr int packs_per_row = width / V;
    static constexpr int copies = (packs_per_row * height + threads - 1) / threads;
    static constexpr int edge_columns = 2 * R + V - 1;
    static constexpr int edge_copies = (edge_columns * height + threads - 1) / threads;
    static_assert(copies <= 32 && edge_copies <= 32);

    /// Where this thread's share of a plane comes from (offset in the plane) and goes to (offset in a buffer).
    struct CopyPlan {
        int from[copies];
        int edge_from[edge_copies];
        int edge_to[edge_copies];
        bool edge;
        unsigned negative;        ///< bit per copy
        unsigned negative_edges;  ///< bit per edge copy
        int rows_here;            ///< rows of this thread that lie in the grid
        int end_row;  ///< row whose end this thread copies, -1 for none; x_max for the second tile_y threads
    };

    static WAVESIM_DEVICE CopyPlan plan(const FieldArguments<Real>& a, int x0, int y0) {
        CopyPlan p;
        p.negative = p.negative_edges = 0;
        const int whole = a.nx / V * V;
        const int last = smaller(x0 + Spec::tile_x + pad, whole);
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int item = thread_index() + k * threads;
            const int row = item / packs_per_row;
            const int x = x0 - pad + (item - row * packs_per_row) * V;
            const int y = image_row(a, y0 - R + row);
            p.from[k] = row < height && x >= 0 && x < last && y >= 0 ? y * a.pitch + x : -1;
            if (Spec::odd && row_sign(a, y0 - R + row) < 0) p.negative |= 1u << k;
        });
        // Columns that 16-byte copies do not cover: left of 0 and from `whole` to nx + R.
        const bool left = x0 == 0;
        const bool right = x0 + Spec::tile_x + R > whole;
        p.edge = left || right;
        if (p.edge)
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
                p.edge_from[k] = from_x >= 0 && from_y >= 0 ? from_y * a.pitch + from_x : -1;
                p.edge_to[k] = row * width + x - x0 + pad;
                if (Spec::odd && halo_sign(x, a.nx, a.halo[0], a.halo[1]) * row_sign(a, y0 - R + row) < 0)
                    p.negative_edges |= 1u << k;
            });
        if constexpr (ends) {
            const bool high = thread_index() >= Spec::tile_y;
            const int y = y0 + thread_index() - (high ? Spec::tile_y : 0);
            const bool here = high ? x0 + Spec::tile_x >= a.nx : x0 == 0;
            p.end_row = here && thread_index() < 2 * Spec::tile_y && y < a.ny ? y : -1;
        }
        return p;
    }

    static WAVESIM_DEVICE int image_row(const FieldArguments<Real>& a, int y) {
        return y < a.ny + R ? halo_image(y, a.ny, a.halo[2], a.halo[3]) : -1;
    }

    static WAVESIM_DEVICE int row_sign(const FieldArguments<Real>& a, int y) {
        return halo_sign(y, a.ny, a.halo[2], a.halo[3]);
    }

    /// Gives the values that this thread copied to plane z the signs of their images; they must have arrived.
    static WAVESIM_DEVICE void turn_signs(const FieldArguments<Real>& a, const CopyPlan& p, int z, Real* buffer) {
        const int sign = halo_sign(z, a.nz, a.halo[4], a.halo[5]);
        if (sign == 0) return;  // zeros, which other threads may be storing
        const bool turned = sign < 0;
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if (p.from[k] >= 0 && ((p.negative >> k & 1u) != 0) != turned) {
                Real* values = buffer + (thread_index() + k * threads) * V;
                for (int i = 0; i < V; ++i) values[i] = -values[i];
            }
        });
        if (p.edge)
            static_for<0, edge_copies>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                if (p.edge_from[k] >= 0 && ((p.negative_edges >> k & 1u) != 0) != turned)
                    buffer[p.edge_to[k]] = -buffer[p.edge_to[k]];
            });
    }

    /// A slot of the ring apart; and where u- of a plane stands, its factors after that.
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
    /// Four bytes are the least that can be copied: of two packs with less, one thread copies both.
    static WAVESIM_DEVICE void copy_codes(Code* to, const Code* from) {
        if constexpr (code_bytes >= 4)
            copy_async<code_bytes>(to, from);
        else if (thread_index() % 2 == 0)
            copy_async<4>(to, from);
    }

    static WAVESIM_DEVICE void start_plane(const FieldArguments<Real>& a, const CopyPlan& p, int z, int z_last, int own,
                                           const Real* before, Real* buffer, Real* beside) {
        const int from_z = z < z_last ? halo_image(z, a.nz, a.halo[4], a.halo[5]) : -1;
        if (from_z >= 0) {
            const Real* source = a.now + from_z * a.plane;
            static_for<0, copies>([&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                if (p.from[k] >= 0) copy_async<16>(buffer + (thread_index() + k * threads) * V, source + p.from[k]);
            });
            if (p.edge)
                static_for<0, edge_copies>([&](auto k_constant) {
                    constexpr int k = decltype(k_constant)::value;
                    if (p.edge_from[k] >= 0)
                        copy_async<static_cast<int>(sizeof(Real))>(buffer + p.edge_to[k], source + p.edge_from[k]);
                });
        } else if (z < z_last) {
            for (int i = thread_index(); i < plane_size; i += threads) buffer[i] = 0;
        }
        if constexpr (ends)
            if (p.end_row >= 0 && before != nullptr) {
                const Int64 side = thread_index() < Spec::tile_y ? 0 : a.nz;
                copy_async<2 * static_cast<int>(sizeof(Real))>(
                    buffer + ends_at + 2 * thread_index(),
                    a.ends.change + 2 * ((side + (z - R)) * a.ends.pitch + p.end_row));
            }
        if (staged && before != nullptr)
            static_for<0, rows>([&](auto r_constant) {
                constexpr int r = decltype(r_constant)::value;
                if (r < p.rows_here) {
                    copy_async<16>(before_in(buffer, beside) + own + r * Spec::tile_x, before + r * a.pitch);
                    if constexpr (apart)
                        copy_codes(factors_after(beside) + own + r * Spec::tile_x,
                                   Medium::of(a) + (before - a.next) + r * a.pitch);
                }
            });
        commit_copies();
    }

    /// Finishes the walls at one end of `count` rows; `change`: their shares and pushes, `to`: where u+ goes besides.
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

    /// Nodes [from, to) along an axis that the block may move: those between the ones apart, or its slab.
    struct Range {
        int from, to;
    };
    template <int axis>
    static WAVESIM_DEVICE Range range(const FieldArguments<Real>& a, const Layer& layer) {
        if constexpr (layered && Slab::along_x == (axis == 0))
            return {layer.from[block_y()], layer.to[block_y()]};
        else
            return {a.apart[2 * axis], (axis == 0 ? a.nx : a.ny) - a.apart[2 * axis + 1]};
    }

    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a) { run(a, NoLayer{}); }
    static WAVESIM_DEVICE void run(const FieldArguments<Real>& a, const Layer& layer) {
        Real* ring = shared_memory<Real>();
        const BlockPlace place = block_place(a, a.apart[4], a.apart[5]);
        if (place.z0 >= place.z1) return;
        const Range along_x = range<0>(a, layer);
        const Range along_y = range<1>(a, layer);
        const int x0 = along_x.from + place.tile_x * Spec::tile_x;
        const int y0 = along_y.from + place.tile_y * Spec::tile_y;
        const int z0 = place.z0;
        const int z1 = place.z1;
        // Elements that no copy fills (zero halos) stay 0.
        for (int i = thread_index(); i < buffers * slot_size; i += threads) ring[i] = 0;
        Real* const layer_psi = apart_slot(ring, apart_slots);
        for (int i = thread_index(); i < Slab::size; i += threads) layer_psi[i] = 0;
        barrier();
        CopyPlan copy = plan(a, x0, y0);
        const int lane = thread_index() % lanes;
        const int line = thread_index() / lanes * rows;
        const int x = x0 + lane * V;
        const int own = line * Spec::tile_x + lane * V;
        copy.rows_here = x < along_x.to ? smaller(rows, along_y.to - y0 - line) : 0;
        const int first = z0 - R;
        const int last = z1 + R;
        Real* out = a.next + static_cast<Int64>(z0) * a.plane + static_cast<Int64>(y0 + line) * a.pitch + x;
        const auto start = [&](int z, Real* buffer, int side) {
            const int z_out = z - R;
            const Real* before = z_out >= z0 && z_out < z1 ? out + static_cast<Int64>(z_out - z0) * a.plane : nullptr;
            start_plane(a, copy, z, last, own, before, buffer, apart_slot(ring, side));
        };
        for (int k = 0; k < ahead; ++k) start(first + k, ring + k * slot_size, k);

        Real sums[rows][2 * R + 1][V];
        Real last_plane[rows][V];
        static_for<0, rows>([&](auto r_constant) {
            constexpr int r = decltype(r_constant)::value;
            for (int j = 0; j < 2 * R + 1; ++j)
                for (int i = 0; i < V; ++i) sums[r][j][i] = 0;
            for (int i = 0; i < V; ++i) last_plane[r][i] = 0;
        });
        Pack<Real> next_before[rows];
        typename Medium::Codes next_factor[rows];
        const auto fetch = [&](auto r_constant, const Real* plane) {
            constexpr int r = decltype(r_constant)::value;
            next_before[r] = load_pack(plane + r * a.pitch);
            if constexpr (Spec::medium)
                next_factor[r] = Medium::load_codes(Medium::of(a) + (plane - a.next) + r * a.pitch);
        };
        if constexpr (!staged)
            static_for<0, rows>([&](auto r_constant) {
                constexpr int r = decltype(r_constant)::value;
                if (r < copy.rows_here) fetch(r_constant, out);
            });
        // Where this thread's walls at an end stand: their share and push in a slot, -1 without any; their u+.
        int end_at = -1;
        int end_next = 0;
        if constexpr (ends)
            if (copy.rows_here > 0 && (x == 0 || a.nx - x <= V)) {
                end_at = ends_at + 2 * (line + (x == 0 ? 0 : Spec::tile_y));
                end_next = ((x == 0 ? 0 : a.nz) + z0) * a.ends.pitch + y0 + line;
            }
        Slab slab(layer, layer_psi, x, y0 + line, z0, copy.rows_here, lane * V, line);
        int slot = 0;
        int side = 0;  // slot of the ring apart
        int fill = ahead;
        int finished = buffers - R;  // slot of plane z - R, once it is there
        Real* target = out;
        for (int z = first; z < last; ++z) {
            wait_copies<ahead - 1>();
            if constexpr (Spec::odd) turn_signs(a, copy, z, ring + slot * slot_size);
            barrier();
            start(z + ahead, ring + fill * slot_size, side == 0 ? ahead : side - 1);
            fill = fill + 1 == buffers ? 0 : fill + 1;
            Real* buffer = ring + slot * slot_size;
            Real* beside = apart_slot(ring, side);
            slot = slot + 1 == buffers ? 0 : slot + 1;
            side = side == ahead ? 0 : side + 1;
            const int centre_offset = (line + R) * width + pad + lane * V;
            const Real* centre = buffer + centre_offset - pad;
            const Real* finished_centre = ring + finished * slot_size + centre_offset;
            finished = finished + 1 == buffers ? 0 : finished + 1;
            static_for<0, rows>([&](auto r_constant) {
                constexpr int r = decltype(r_constant)::value;
                SweepSums<Spec>::accumulate(centre + r * width, sums[r], last_plane[r]);
            });
            if (z - R >= z0) {
                Real pull[rows][V];
                if constexpr (layered) {
                    slab.template move_psi<width>(finished_centre, z + 1 < last);
                    barrier();
                    slab.move_zeta(pull, z + 1 < last);
                }
                Pack<Real> result[ends_together ? rows : 1] = {};
                static_for<0, rows>([&](auto r_constant) {
                    constexpr int r = decltype(r_constant)::value;
                    if (r < copy.rows_here) {
                        const Pack<Real> before =
                            staged ? load_pack(before_in(buffer, beside) + own + r * Spec::tile_x) : next_before[r];
                        const Pack<Real> now = load_pack(finished_centre + r * width);
                        Pack<Real> factor{};
                        if constexpr (apart)
                            factor =
                                Medium::decode(a, Medium::load_codes(factors_after(beside) + own + r * Spec::tile_x));
                        else if constexpr (Spec::medium)
                            factor = Medium::decode(a, next_factor[r]);
                        Pack<Real>& after = result[ends_together ? r : 0];
                        for (int i = 0; i < V; ++i)
                            after.v[i] = next_value<Spec>(now.v[i], before.v[i], sums[r][0][i], factor.v[i]);
                        if constexpr (layered)
                            for (int i = 0; i < V; ++i)
                                after.v[i] = fused(layer.courant_squared * (Spec::medium ? factor.v[i] : Real(1)),
                                                   pull[r][i], after.v[i]);
                        if constexpr (ends && !ends_together)
                            if (end_at >= 0)
                                finish_ends<1>(x == 0, buffer + end_at + 2 * r, &after, a.ends.next + (end_next + r));
                        if constexpr (!ends_together) store_pack(target + r * a.pitch, after);
                        if (!staged && z + 1 < last) fetch(r_constant, target + a.plane);
                    }
                });
                if constexpr (ends_together) {
                    if (end_at >= 0) finish_ends<rows>(x == 0, buffer + end_at, result, a.ends.next + end_next);
                    static_for<0, rows>([&](auto r_constant) {
                        constexpr int r = decltype(r_constant)::value;
                        if (r < copy.rows_here) store_pack(target + r * a.pitch, result[r]);
                    });
                }
                target += a.plane;
                if constexpr (ends) end_next += a.ends.pitch;
            }
        }
    }
};

}  // namespace wavesim::kernels
