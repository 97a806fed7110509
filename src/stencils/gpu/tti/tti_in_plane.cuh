// SPDX-License-Identifier: MIT
// The part in a plane of the stiffness of the self-adjoint form in 3D, added to the result of tti_along_z.cuh, and the
// update of both fields (formulas in tti_self_adjoint.cuh).
// A block processes tile_x * tile_y nodes of one plane. Shared memory holds fluxes with a halo of 4 nodes and both
// fields with one of 4, with layers 8, each along its own axis; a thread finishes V neighbouring nodes.
// It reads these nodes once and shares the packs of the halos with the others; all loads are started before any value
// is used. Cost per node in values: reads 13, writes 2, and twice (16 / tile_x + 16 / tile_y) for halos, mostly from
// the L2 cache; 66 from shared memory.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/static_for.cuh"
#include "stencils/gpu/tti/tti_layer.cuh"
#include "stencils/gpu/tti/tti_sponge.cuh"
#include "stencils/gpu/tti/tti_weights.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiInPlane {
    using Real = typename Spec::Real;
    using Arguments = TtiArguments<Real>;
    static constexpr int V = Pack<Real>::size;
    static constexpr int R = Spec::layers ? 8 : 4, M = 4;  // reach of R or S, and reach of D
    static constexpr int X = Spec::tile_x, Y = Spec::tile_y;
    static constexpr int lanes = X / V;
    static constexpr int threads = lanes * Y;
    /// Values of a row with a halo of `reach` along d.
    template <int d>
    static constexpr WAVESIM_DEVICE int row(int reach) {
        return d == 0 ? X + 2 * reach : X;
    }
    template <int d>
    static constexpr WAVESIM_DEVICE int size(int reach) {
        return row<d>(reach) * (d == 0 ? Y : Y + 2 * reach);
    }
    static constexpr int shared_bytes =
        2 * (size<0>(R) + size<1>(R) + size<0>(M) + size<1>(M)) * static_cast<int>(sizeof(Real));

    const Arguments& a;
    Real* shared;
    int z;
    int x0, y0;   ///< first node of the tile
    int x, y;     ///< first node of this thread
    int node;     ///< offset of it in its plane
    Int64 plane;  ///< offset of the plane

    WAVESIM_DEVICE explicit TtiInPlane(const Arguments& arguments)
        : a(arguments),
          shared(shared_memory<Real>()),
          z(range_along<true, 2>(arguments).from + block_z()),
          x0(range_along<true, 0>(arguments).from + block_x() * X),
          y0(range_along<true, 1>(arguments).from + block_y() * Y),
          x(x0 + thread_index() % lanes * V),
          y(y0 + thread_index() / lanes),
          node(y * a.pitch + x),
          plane(z * a.plane) {}

    /// Pointer to a field, or to its fluxes, with its halos along an axis.
    template <int d>
    WAVESIM_DEVICE Real* fields(int f) const {
        return shared + (f * size<d>(R) + (d == 1 ? 2 * size<0>(R) : 0));
    }
    template <int d>
    WAVESIM_DEVICE Real* fluxes(int f) const {
        return shared + (2 * size<0>(R) + 2 * size<1>(R) + f * size<d>(M) + (d == 1 ? 2 * size<0>(M) : 0));
    }
    /// Position of a pack of a tile with a halo of `reach` along d, at (i, j) from the first node of the tile.
    template <int d>
    static constexpr WAVESIM_DEVICE int place(int reach, int i, int j) {
        return d == 0 ? j * row<0>(reach) + reach + i : (j + reach) * X + i;
    }
    /// First node (i, j) of pack `item` in the halos along d: for every row, or column, the packs before it, then those
    /// behind it.
    template <int d>
    static WAVESIM_DEVICE void in_rim(int reach, int item, int& i, int& j) {
        const int packs = d == 0 ? 2 * reach / V : lanes;
        const int line = item / packs;
        const int pack = (item - line * packs) * V;
        i = d == 0 && pack >= reach ? pack - reach + X : d == 0 ? pack - reach : pack;
        j = d == 0 ? line : line >= reach ? line - reach + Y : line - reach;
    }
    /// True if an array has a node at (i, j) from the first node of the tile.
    WAVESIM_DEVICE bool stored(int i, int j) const { return x0 + i < a.nx + R && y0 + j < a.ny + R; }
    WAVESIM_DEVICE Int64 offset(int i, int j) const { return plane + ((y0 + j) * a.pitch + x0 + i); }
    template <int d>
    WAVESIM_DEVICE void copy_fluxes(int i, int j, int f) const {
        if (stored(i, j)) copy_async<16>(fluxes<d>(f) + place<d>(M, i, j), a.flux[d][f] + offset(i, j));
    }
    /// Loads both fields of a pack (i, j) from the first node of the tile, with layers multiplied by their weights.
    template <int d>
    WAVESIM_DEVICE void put_fields(Pack<Real> (&field)[2], int i, int j) const {
        if constexpr (Spec::layers) {
            const Pack<Real> share = turn_shares(a, x0 + i, y0 + j, z);
            weigh<d>(a, 0, field[0], share);
            weigh<d>(a, 1, field[1], share);
        }
        for (int f = 0; f < 2; ++f) store_pack(fields<d>(f) + place<d>(R, i, j), field[f]);
    }
    /// Number of packs in both halos along d of one array.
    static constexpr WAVESIM_DEVICE int rim_size(int reach, int d) { return (d == 0 ? Y : X) * 2 * reach / V; }

    WAVESIM_DEVICE void copy_flux_rims() const {
        constexpr int in_x = rim_size(M, 0), in_y = rim_size(M, 1);
        for (int item = thread_index(); item < 2 * (in_x + in_y); item += threads) {
            int i, j;
            if (item < 2 * in_x) {
                in_rim<0>(M, item % in_x, i, j);
                copy_fluxes<0>(i, j, item / in_x);
            } else {
                in_rim<1>(M, (item - 2 * in_x) % in_y, i, j);
                copy_fluxes<1>(i, j, (item - 2 * in_x) / in_y);
            }
        }
    }
    /// Fields of a pack in a halo, and their destination.
    struct Rim {
        Pack<Real> field[2];
        int i, j;
    };
    template <int d>
    WAVESIM_DEVICE bool ask_rim(int item, Rim& rim) const {
        in_rim<d>(R, item, rim.i, rim.j);
        if (!stored(rim.i, rim.j)) return false;
        const Int64 from = offset(rim.i, rim.j);
        for (int f = 0; f < 2; ++f) rim.field[f] = load_pack(a.now[f] + from);
        return true;
    }
    /// Values at a thread's own nodes.
    struct Own {
        Pack<Real> now[2];
        Pack<Real> partial[2], before[2], factor, horizontal, cross;
        Real memory[2][2][V];  ///< memory of the layers, by axis and field
    };
    /// Loads the values that only the update needs.
    WAVESIM_DEVICE void ask_rest(Own& own) const {
        for (int f = 0; f < 2; ++f) {
            own.partial[f] = load_pack(a.partial[f] + plane + node);
            own.before[f] = load_pack(a.next[f] + plane + node);
        }
        own.factor = load_pack(a.factor + plane + node);
        own.horizontal = load_pack(a.horizontal + plane + node);
        own.cross = load_pack(a.vertical + plane + node);
        ask_memory<0>(own);
        if constexpr (asks_early) ask_memory<1>(own);
    }
    /// Loads the memory of the layers along an axis.
    template <int d>
    WAVESIM_DEVICE void ask_memory(Own& own) const {
        if constexpr (Spec::layers)
            for (int f = 0; f < 2; ++f) TtiLayerNodes<Real, d, V>(a, x, y, z).ask(a.layer[d].xi[f], own.memory[d][f]);
    }
    /// With layers there are no registers for a third block, but enough to load the update's values here, too. In
    /// double, loading all at once would spill.
    static constexpr bool asks_early = Spec::layers && sizeof(Real) == 4;
    WAVESIM_DEVICE void stage(Own& own) const {
        const int i = thread_index() % lanes * V, j = thread_index() / lanes;
        const bool here = stored(i, j);
        for (int f = 0; f < 2; ++f) {
            copy_fluxes<0>(i, j, f);
            copy_fluxes<1>(i, j, f);
        }
        copy_flux_rims();
        commit_copies();
        if (here)
            for (int f = 0; f < 2; ++f) own.now[f] = load_pack(a.now[f] + plane + node);
        constexpr int in_x = rim_size(R, 0), all = in_x + rim_size(R, 1);
        static_for<0, (all + threads - 1) / threads>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            const int item = thread_index() + k * threads;
            Rim rim;
            const bool some = item < in_x ? ask_rim<0>(item, rim) : item < all ? ask_rim<1>(item - in_x, rim) : false;
            if constexpr (asks_early)
                if (k == 0 && inside()) ask_rest(own);
            if (some && item < in_x) put_fields<0>(rim.field, rim.i, rim.j);
            if (some && item >= in_x) put_fields<1>(rim.field, rim.i, rim.j);
        });
        if (here) {
            Pack<Real> copy[2] = {own.now[0], own.now[1]};
            put_fields<0>(copy, i, j);
            Pack<Real> other[2] = {own.now[0], own.now[1]};
            put_fields<1>(other, i, j);
        }
    }
    WAVESIM_DEVICE bool inside() const { return x < range_along<true, 0>(a).to && y < range_along<true, 1>(a).to; }

    /// Adds the term of R_d, or without layers of S_d, minus D_d F_d.
    template <int d>
    WAVESIM_DEVICE void add_axis(const Own& own, Real (&stiffness)[2][V]) const {
        const int i0 = thread_index() % lanes * V, j0 = thread_index() / lanes;
        static_for<0, 2>([&](auto f_constant) {
            constexpr int f = decltype(f_constant)::value;
            const Real* const p = fields<d>(f) + place<d>(R, i0, j0);
            const Real* const q = fluxes<d>(f) + place<d>(M, i0, j0);
            Pack<Real> bend;
            Real flow[V];
            for (int i = 0; i < V; ++i) bend.v[i] = flow[i] = 0;
            const Neighbours<d, M> flux(q);
            static_for<1, M + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                const auto high = flux.template at<m>();
                const auto low = flux.template at<-m>();
                for (int i = 0; i < V; ++i) flow[i] = fused(a.first[m], high.v[i] - low.v[i], flow[i]);
            });
            const Neighbours<d, R> u(p);
            const auto now = u.template at<0>();
            static_for<1, R + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                const auto high = u.template at<m>();
                const auto low = u.template at<-m>();
                for (int i = 0; i < V; ++i)
                    bend.v[i] = fused(a.rest[m], fused(Real(-2), now.v[i], high.v[i] + low.v[i]), bend.v[i]);
            });
            if constexpr (Spec::layers)
                TtiLayerNodes<Real, d, V>(a, x, y, z).absorb(a.layer[d].xi[f], own.memory[d][f], flow);
            if constexpr (Spec::layers) {
                weigh<d>(a, f, bend, turn_shares(a, x, y, z));
                for (int i = 0; i < V; ++i) stiffness[f][i] += bend.v[i] - flow[i];
            } else {
                for (int i = 0; i < V; ++i) stiffness[f][i] += fused(a.square[f][d], bend.v[i], -flow[i]);
            }
        });
    }
    /// V values of each neighbour along d: along x all are in registers, along y they are read from shared memory at
    /// each use.
    template <int d, int reach>
    struct Neighbours {
        const Real* p;
        Real row[d == 0 ? V + 2 * reach : 1];

        explicit WAVESIM_DEVICE Neighbours(const Real* here) : p(here) {
            if constexpr (d == 0)
                static_for<0, 1 + 2 * reach / V>([&](auto k_constant) {
                    constexpr int k = decltype(k_constant)::value;
                    const Pack<Real> pack = load_pack(p - reach + k * V);
                    for (int i = 0; i < V; ++i) row[k * V + i] = pack.v[i];
                });
        }
        template <int m>
        WAVESIM_DEVICE Pack<Real> at() const {
            if constexpr (d == 0) {
                Pack<Real> values;
                for (int i = 0; i < V; ++i) values.v[i] = row[reach + m + i];
                return values;
            } else {
                return load_pack(p + m * X);
            }
        }
    };

    WAVESIM_DEVICE void finish(Own& own) const {
        if constexpr (!asks_early) ask_rest(own);
        Real stiffness[2][V];
        for (int f = 0; f < 2; ++f)
            for (int i = 0; i < V; ++i) stiffness[f][i] = 0;
        add_axis<0>(own, stiffness);
        if constexpr (!asks_early) ask_memory<1>(own);
        add_axis<1>(own, stiffness);
        for (int f = 0; f < 2; ++f)
            for (int i = 0; i < V; ++i) stiffness[f][i] += own.partial[f].v[i];
        Pack<Real> next[2];
        for (int i = 0; i < V; ++i) {
            const Sponge<Real> sponge(damping_of(a, x + i, y, z));
            const Real force[2] = {fused(own.horizontal.v[i], stiffness[0][i], own.cross.v[i] * stiffness[1][i]),
                                   fused(own.cross.v[i], stiffness[0][i], own.factor.v[i] * stiffness[1][i])};
            for (int f = 0; f < 2; ++f) next[f].v[i] = sponge.next(own.now[f].v[i], own.before[f].v[i], -force[f]);
        }
        for (int f = 0; f < 2; ++f) store_pack(a.next[f] + plane + node, next[f]);
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const TtiInPlane tile(a);
        Own own{};
        tile.stage(own);
        wait_copies<0>();
        barrier();
        if (tile.inside()) tile.finish(own);
    }
};

}  // namespace wavesim::kernels
