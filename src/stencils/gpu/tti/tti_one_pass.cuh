// SPDX-License-Identifier: MIT
// The self-adjoint form (formulas without layers in tti_self_adjoint.cuh) in one pass, in 3D where the weights of R are
// the same at all nodes. F_d of sigma_V is that of sigma_H with the opposite sign, since the squares of both weights
// add up to 1.
//   E_d = k_d g_d - n_d q          k_d = keep of sigma_H; 0 outside the grid
//   -G_1 = sum_d (D_d E_d + (1 - k_d) S_d sigma_H)      G_3 = sum_d (D_d E_d - k_d S_d sigma_V)
// A block has tile_x * tile_y nodes and walks along z. Half of its threads update sigma_H, half sigma_V, four nodes
// each. Shared memory holds ten planes of both fields with a halo of 8, and one more plane is in flight. In plane q a
// thread computes E of its nodes. E_x and E_y are stored in shared memory, E_z is added to running sums along z, to
// which the rest of D E is added. Plane q - 4 is then finished. E in the halo of a tile is computed again by its block,
// which costs half of the slopes. Cost per node in values: reads 10 and writes 2, fields (1 + 16 / tile_x) (1 + 16 /
// tile_y) times, mostly from the L2 cache.
//
// The slot of a plane is filled again two barriers after fluxes were computed from it, since a copy can overtake a load
// whose value is not used yet. One barrier is enough after the update, which uses the values at once. A warp that has
// read the fluxes of a plane arrives at a gate, which opens for the fluxes of the next plane.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/common/static_for.cuh"
#include "stencils/gpu/tti/tti_sponge.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiOnePass {
    using Real = typename Spec::Real;
    using Arguments = TtiArguments<Real>;
    static constexpr int V = Pack<Real>::size, M = 4;  // nodes of a thread; reach of D and S
    static constexpr int X = Spec::tile_x, Y = Spec::tile_y;
    static constexpr int lanes = X / V, half = lanes * Y, threads = 2 * half;
    static constexpr int width = X + 4 * M, height = Y + 4 * M, plane_size = width * height;
    static constexpr int slots = 2 * M + 3, slot_size = 2 * plane_size;
    static constexpr int row_x = X + 2 * M, flux_x = row_x * Y, flux_size = flux_x + X * (Y + 2 * M);
    static constexpr int gate_values = 16 / static_cast<int>(sizeof(Real));
    static constexpr int shared_bytes =
        (gate_values + slots * slot_size + 2 * flux_size + threads * V) * static_cast<int>(sizeof(Real));
    // Halos: half a pack for each thread.
    static constexpr int P = V / 2, rims_x = 2 * M / P * Y;
    static_assert(rims_x + 2 * M * (X / P) == half);
    // Copies of a plane: rows of a field, several complete rows at a time.
    static constexpr int packs = width / V, rows_at_once = half / packs;
    static constexpr int copies = (height + rows_at_once - 1) / rows_at_once;

    const Arguments& a;
    BlockPlace place;
    int field;         ///< 0: sigma_H, 1: sigma_V
    int thread;        ///< index in its half of the block
    int x0, y0;        ///< first node of the tile
    int x, y;          ///< first node of this thread
    int node;          ///< offset of it in its plane
    int own;           ///< offset of it in a plane of the ring buffer
    int source;        ///< first pack that it copies, offset in a plane
    int rows;          ///< rows from there to the last stored one; 0 for a thread without copies
    int rim_x, rim_y;  ///< its first halo node, relative to the first node of the tile
    bool in_x, rim_inside;
    Gate* gate;
    Real* ring;     ///< ring buffer of its field
    Real* along_x;  ///< E_x of its field, with a halo along x
    Real* along_y;
    Real* mine;          ///< values for the other half of the block
    const Real* theirs;  ///< values from the other half

    WAVESIM_DEVICE explicit TtiOnePass(const Arguments& arguments)
        : a(arguments),
          place(block_place<true>(arguments)),
          field(thread_index() / half),
          thread(thread_index() % half) {
        x0 = range_along<true, 0>(a).from + place.tile_x * X;
        y0 = range_along<true, 1>(a).from + place.tile_y * Y;
        const int i = thread % lanes * V, j = thread / lanes;
        x = x0 + i;
        y = y0 + j;
        node = y * a.pitch + x;
        own = (j + 2 * M) * width + i + 2 * M;
        const int row = thread / packs, column = x0 - 2 * M + thread % packs * V;
        source = (y0 - 2 * M + row) * a.pitch + column;
        rows = row < rows_at_once && column < a.nx + 2 * M ? a.ny + 2 * M - (y0 - 2 * M + row) : 0;
        in_x = thread < rims_x;
        if (in_x) {
            const int item = thread % (2 * M / P) * P;
            rim_x = item < M ? item - M : X + item - M;
            rim_y = thread / (2 * M / P);
        } else {
            const int line = (thread - rims_x) / (X / P);
            rim_x = (thread - rims_x) % (X / P) * P;
            rim_y = line < M ? line - M : Y + line - M;
        }
        rim_inside = x0 + rim_x >= 0 && y0 + rim_y >= 0 && x0 + rim_x < a.nx && y0 + rim_y < a.ny;
        Real* const shared = shared_memory<Real>();
        gate = reinterpret_cast<Gate*>(shared);
        ring = shared + gate_values + field * plane_size;
        along_x = shared + gate_values + slots * slot_size + field * flux_size;
        along_y = along_x + flux_x;
        Real* const given = shared + gate_values + slots * slot_size + 2 * flux_size;
        mine = given + (field * half + thread) * V;
        theirs = given + ((1 - field) * half + thread) * V;
    }

    /// Starts the copies of its field in plane z.
    WAVESIM_DEVICE void start_plane(int z, int slot) const {
        const Real* const from = a.now[field] + (z * a.plane + source);
        Real* const to = ring + slot * slot_size + thread * V;
        static_for<0, copies>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            if (k * rows_at_once < rows && (k + 1 < copies || thread / packs + k * rows_at_once < height))
                copy_async<16>(to + k * rows_at_once * width, from + k * rows_at_once * a.pitch);
        });
        commit_copies();
    }

    /// Slopes of a node along x, from values around it.
    template <int count, class Values>
    static WAVESIM_DEVICE void slope_of_row(const Arguments& a, const Values& row, Real (&slope)[count]) {
        for (int i = 0; i < count; ++i) slope[i] = 0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            for (int i = 0; i < count; ++i) slope[i] = fused(a.first[m], row[M + i + m] - row[M + i - m], slope[i]);
        });
    }
    WAVESIM_DEVICE Real keep(int d) const { return a.keep[0][d]; }
    /// The factor of S_d.
    WAVESIM_DEVICE Real stiffness(int d) const { return field == 0 ? 1 - keep(d) : -keep(d); }

    /// Computes E of its nodes in plane z, which starts at `slot[M]` in the ring buffer, and the contribution of S.
    WAVESIM_DEVICE void own_fluxes(const int (&slot)[2 * M + 1], const Pack<Real> (&n)[3], Real (&flux)[3][V],
                                   Real (&bend)[V]) const {
        const Real* const here = ring + slot[M] + own;
        Real row[V + 2 * M];
        static_for<0, 1 + 2 * M / V>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const Pack<Real> pack = load_pack(here - M + k * V);
            for (int i = 0; i < V; ++i) row[k * V + i] = pack.v[i];
        });
        slope_of_row(a, row, flux[0]);
        Real sum[V];
        for (int i = 0; i < V; ++i) sum[i] = 0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            for (int i = 0; i < V; ++i)
                sum[i] = fused(a.second[m], fused(Real(-2), row[M + i], row[M + i + m] + row[M + i - m]), sum[i]);
        });
        for (int i = 0; i < V; ++i) bend[i] = stiffness(0) * sum[i];
        static_for<1, 3>([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            for (int i = 0; i < V; ++i) sum[i] = flux[d][i] = 0;
            static_for<1, M + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                const Pack<Real> high = load_pack(d == 1 ? here + m * width : ring + slot[M + m] + own);
                const Pack<Real> low = load_pack(d == 1 ? here - m * width : ring + slot[M - m] + own);
                for (int i = 0; i < V; ++i) {
                    flux[d][i] = fused(a.first[m], high.v[i] - low.v[i], flux[d][i]);
                    sum[i] = fused(a.second[m], fused(Real(-2), row[M + i], high.v[i] + low.v[i]), sum[i]);
                }
            });
            for (int i = 0; i < V; ++i) bend[i] = fused(stiffness(d), sum[i], bend[i]);
        });
        for (int i = 0; i < V; ++i) {
            const Real along = fused(n[2].v[i], flux[2][i], fused(n[1].v[i], flux[1][i], n[0].v[i] * flux[0][i]));
            const bool inside = x + i < a.nx && y < a.ny;
            for (int d = 0; d < 3; ++d) flux[d][i] = inside ? fused(keep(d), flux[d][i], -n[d].v[i] * along) : Real(0);
        }
    }

    /// Computes E_x or E_y of its nodes in a halo.
    WAVESIM_DEVICE void rim_fluxes(const int (&slot)[2 * M + 1], const Bundle<Real, P> (&n)[3]) const {
        const int at = (rim_y + 2 * M) * width + rim_x + 2 * M;
        const Real* const here = ring + slot[M] + at;
        Real row[P + 2 * M];
        static_for<0, 1 + 2 * M / P>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const auto part = load_bundle<P>(here - M + k * P);
            for (int i = 0; i < P; ++i) row[k * P + i] = part.v[i];
        });
        Real slope[3][P];
        slope_of_row(a, row, slope[0]);
        static_for<1, 3>([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            for (int i = 0; i < P; ++i) slope[d][i] = 0;
            static_for<1, M + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                const auto high = load_bundle<P>(d == 1 ? here + m * width : ring + slot[M + m] + at);
                const auto low = load_bundle<P>(d == 1 ? here - m * width : ring + slot[M - m] + at);
                for (int i = 0; i < P; ++i) slope[d][i] = fused(a.first[m], high.v[i] - low.v[i], slope[d][i]);
            });
        });
        Bundle<Real, P> flux;
        for (int i = 0; i < P; ++i) {
            const Real along = fused(n[2].v[i], slope[2][i], fused(n[1].v[i], slope[1][i], n[0].v[i] * slope[0][i]));
            const Real part = in_x ? n[0].v[i] : n[1].v[i];
            const Real whole = fused(in_x ? keep(0) : keep(1), in_x ? slope[0][i] : slope[1][i], -part * along);
            const bool inside = rim_inside && x0 + rim_x + i < a.nx;
            flux.v[i] = inside ? whole : Real(0);
        }
        store_bundle(in_x ? along_x + rim_y * row_x + M + rim_x : along_y + (rim_y + M) * X + rim_x, flux);
    }

    /// Adds D_x E_x + D_y E_y.
    WAVESIM_DEVICE void add_in_plane(Real (&sum)[V]) const {
        const int i0 = thread % lanes * V, j0 = thread / lanes;
        Real row[V + 2 * M];
        const Real* const p = along_x + j0 * row_x + i0;
        static_for<0, 1 + 2 * M / V>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const Pack<Real> pack = load_pack(p + k * V);
            for (int i = 0; i < V; ++i) row[k * V + i] = pack.v[i];
        });
        const Real* const q = along_y + (j0 + M) * X + i0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            const Pack<Real> high = load_pack(q + m * X), low = load_pack(q - m * X);
            for (int i = 0; i < V; ++i) {
                sum[i] = fused(a.first[m], row[M + i + m] - row[M + i - m], sum[i]);
                sum[i] = fused(a.first[m], high.v[i] - low.v[i], sum[i]);
            }
        });
    }

    WAVESIM_DEVICE bool moves(int z) const {
        return z >= place.z0 && x < range_along<true, 0>(a).to && y < range_along<true, 1>(a).to;
    }
    WAVESIM_DEVICE void walk() const {
        Real sums[2 * M][V];
        for (int j = 0; j < 2 * M; ++j)
            for (int i = 0; i < V; ++i) sums[j][i] = 0;
        int slot[2 * M + 1];  // positions of planes q - 4 to q + 4
        for (int k = 0; k < 2 * M + 1; ++k) slot[k] = k * slot_size;
        int ahead = slots - 1;  // slot of the next plane that is loaded
        int parity = 0;
        for (int q = place.z0 - M; q < place.z1 + M; ++q) {
            const bool in_box = q >= place.z0 && q < place.z1;
            const bool in_grid = q >= 0 && q < a.nz;
            const Int64 at = q * a.plane + node;
            Real flux[3][V], bend[V];
            for (int i = 0; i < V; ++i) flux[0][i] = flux[1][i] = flux[2][i] = bend[i] = 0;
            if (in_grid) {
                Pack<Real> n[3];
                for (int d = 0; d < 3; ++d) n[d] = load_pack(a.axis[d] + at);
                own_fluxes(slot, n, flux, bend);
            }
            Bundle<Real, P> rim_axis[3] = {};
            if (in_box && rim_inside)
                for (int d = 0; d < 3; ++d)
                    rim_axis[d] = load_bundle<P>(
                        a.axis[d] + (at + ((rim_y - thread / lanes) * a.pitch + rim_x - thread % lanes * V)));
            if (q > place.z0 - M) pass_gate(gate, parity ^ 1);
            Pack<Real> done;
            for (int i = 0; i < V; ++i) done.v[i] = fused(a.first[M], flux[2][i], sums[0][i]);
            static_for<0, 2 * M - 1>([&](auto j_constant) {
                constexpr int j = decltype(j_constant)::value;
                for (int i = 0; i < V; ++i)
                    sums[j][i] = j < M - 1 ? fused(a.first[M - 1 - j < 0 ? 0 : M - 1 - j], flux[2][i], sums[j + 1][i])
                                 : j == M - 1
                                     ? sums[M][i] + bend[i]
                                     : fused(-a.first[j - M + 1 < 0 ? 0 : j - M + 1], flux[2][i], sums[j + 1][i]);
            });
            for (int i = 0; i < V; ++i) sums[2 * M - 1][i] = -a.first[M] * flux[2][i];
            if (in_box) {
                Pack<Real> pack;
                for (int i = 0; i < V; ++i) pack.v[i] = flux[0][i];
                store_pack(along_x + thread / lanes * row_x + M + thread % lanes * V, pack);
                for (int i = 0; i < V; ++i) pack.v[i] = flux[1][i];
                store_pack(along_y + (thread / lanes + M) * X + thread % lanes * V, pack);
            }
            if (q - M >= place.z0) store_pack(mine, done);
            if (in_box) rim_fluxes(slot, rim_axis);
            const Int64 finished = (q - M) * a.plane + node;
            Real* const next = a.next[field] + finished;
            Pack<Real> before{}, straight{}, crossed{};
            if (moves(q - M)) {
                before = load_pack(next);
                straight = load_pack((field == 0 ? a.horizontal : a.factor) + finished);
                crossed = load_pack(a.vertical + finished);
            }
            wait_copies<0>();
            barrier();
            if (q + M + 2 < place.z1 + 2 * M)
                start_plane(q + M + 2, ahead);
            else
                commit_copies();
            if (in_box) add_in_plane(sums[M - 1]);
            if (moves(q - M)) {
                const Pack<Real> now = load_pack(ring + slot[0] + own);
                const Pack<Real> other = load_pack(theirs), here = load_pack(mine);
                Real change[V];
                for (int i = 0; i < V; ++i) {
                    change[i] = fused(straight.v[i], here.v[i], -crossed.v[i] * other.v[i]);
                    if (field != 0) change[i] = -change[i];
                }
                Pack<Real> moved;
                if (a.damped)
                    for (int i = 0; i < V; ++i)
                        moved.v[i] =
                            Sponge<Real>(damping_of(a, x + i, y, q - M)).next(now.v[i], before.v[i], change[i]);
                else
                    for (int i = 0; i < V; ++i) moved.v[i] = now.v[i] + ((now.v[i] - before.v[i]) + change[i]);
                store_pack(next, moved);
            }
            come_to_gate(gate);
            parity ^= 1;
            ahead = slot[0] / slot_size;
            static_for<0, 2 * M>([&](auto k) { slot[decltype(k)::value] = slot[decltype(k)::value + 1]; });
            slot[2 * M] = slot[2 * M] == (slots - 1) * slot_size ? 0 : slot[2 * M] + slot_size;
        }
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const TtiOnePass block(a);
        if (block.place.z0 >= block.place.z1) return;
        if (thread_index() == 0) make_gate(block.gate, threads / 32);
        for (int k = 0; k < slots - 1; ++k) block.start_plane(block.place.z0 - 2 * M + k, k);
        wait_copies<0>();
        barrier();
        block.walk();
    }
};

}  // namespace wavesim::kernels
