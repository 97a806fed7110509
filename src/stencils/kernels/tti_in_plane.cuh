// SPDX-License-Identifier: MIT
// The part in a plane of the stiffness of the self-adjoint form in 3D, added to what tti_along_z.cuh found, and the
// update of both fields (tti_self_adjoint.cuh has the formulas).
// A block takes tile_x * tile_y nodes of one plane. Fluxes with a rim of 4 nodes and the products m_d sigma_H and
// n_d sigma_V with one of 8, each along its own axis, stand in shared memory; a thread finishes V nodes side by side.
// Cost per node in values: reads 17, writes 2; 90 from shared memory.
#pragma once
#include "stencils/kernels/static_for.cuh"
#include "stencils/kernels/tti_layer.cuh"
#include "stencils/kernels/tti_sponge.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiInPlane {
    using Real = typename Spec::Real;
    using Arguments = TtiArguments<Real>;
    static constexpr int V = Pack<Real>::size;
    static constexpr int R = 8, M = 4;  // reach of R and D
    static constexpr int X = Spec::tile_x, Y = Spec::tile_y;
    static constexpr int lanes = X / V;
    static constexpr int threads = lanes * Y;
    /// Values with a rim of `reach` along d.
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
    int x, y;     ///< first node of this thread
    int node;     ///< it in its plane
    Int64 plane;  ///< where that begins

    WAVESIM_DEVICE explicit TtiInPlane(const Arguments& arguments)
        : a(arguments),
          shared(shared_memory<Real>()),
          z(block_z()),
          x(block_x() * X + thread_index() % lanes * V),
          y(block_y() * Y + thread_index() / lanes),
          node(y * a.pitch + x),
          plane(z * a.plane) {}

    /// Where the products, or the fluxes, of an axis and a field stand.
    template <int d>
    WAVESIM_DEVICE Real* products(int f) const {
        return shared + (f * size<d>(R) + (d == 1 ? 2 * size<0>(R) : 0));
    }
    template <int d>
    WAVESIM_DEVICE Real* fluxes(int f) const {
        return shared + (2 * size<0>(R) + 2 * size<1>(R) + f * size<d>(M) + (d == 1 ? 2 * size<0>(M) : 0));
    }
    /// Calls put(place in shared memory, offset in a plane) for every pack of the tile with a rim along d.
    template <int d, int reach, class Put>
    WAVESIM_DEVICE void for_each_pack(const Put& put) const {
        constexpr int packs = row<d>(reach) / V;
        for (int item = thread_index(); item < size<d>(reach) / V; item += threads) {
            const int line = item / packs;
            const int at_x = block_x() * X - (d == 0 ? reach : 0) + (item - line * packs) * V;
            const int at_y = block_y() * Y - (d == 1 ? reach : 0) + line;
            if (at_x < a.nx + R && at_y < a.ny + R) put(item * V, at_y * a.pitch + at_x);
        }
    }
    template <int d>
    WAVESIM_DEVICE void stage() const {
        for_each_pack<d, M>([&](int to, int from) {
            for (int f = 0; f < 2; ++f) copy_async<16>(fluxes<d>(f) + to, a.flux[d][f] + plane + from);
        });
        commit_copies();
        for_each_pack<d, R>([&](int to, int from) {
            Pack<Real> field[2] = {load_pack(a.now[0] + plane + from), load_pack(a.now[1] + plane + from)};
            const Pack<Real> weight[2] = {load_pack(a.across[d] + plane + from), load_pack(a.axis[d] + plane + from)};
            for (int f = 0; f < 2; ++f) {
                for (int i = 0; i < V; ++i) field[f].v[i] *= weight[f].v[i];
                store_pack(products<d>(f) + to, field[f]);
            }
        });
    }

    /// Adds w_d R_d (w_d u) - D_d F_d.
    template <int d>
    WAVESIM_DEVICE void add_axis(Real (&stiffness)[2][V]) const {
        const int row_y = thread_index() / lanes;
        const int lane = thread_index() % lanes * V;
        for (int f = 0; f < 2; ++f) {
            const Real* const p = products<d>(f) + (d == 0 ? row_y * row<0>(R) + R + lane : (row_y + R) * X + lane);
            const Real* const q = fluxes<d>(f) + (d == 0 ? row_y * row<0>(M) + M + lane : (row_y + M) * X + lane);
            Real bend[V];
            Real flow[V];
            Real memory[V];
            for (int i = 0; i < V; ++i) bend[i] = flow[i] = memory[i] = 0;
            if constexpr (Spec::layers) TtiLayerNodes<Real, d, V>(a, x, y, z).ask(a.layer[d].xi[f], memory);
            const Neighbours<d, R> u(p);
            static_for<1, R + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                const auto high = u.template at<m>();
                const auto low = u.template at<-m>();
                const auto now = u.template at<0>();
                for (int i = 0; i < V; ++i)
                    bend[i] = fused(a.hourglass[m], fused(Real(-2), now.v[i], high.v[i] + low.v[i]), bend[i]);
            });
            const Neighbours<d, M> flux(q);
            static_for<1, M + 1>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                const auto high = flux.template at<m>();
                const auto low = flux.template at<-m>();
                for (int i = 0; i < V; ++i) flow[i] = fused(a.first[m], high.v[i] - low.v[i], flow[i]);
            });
            if constexpr (Spec::layers) TtiLayerNodes<Real, d, V>(a, x, y, z).absorb(a.layer[d].xi[f], memory, flow);
            const Pack<Real> weight = load_pack((f == 0 ? a.across[d] : a.axis[d]) + plane + node);
            for (int i = 0; i < V; ++i) stiffness[f][i] += fused(weight.v[i], bend[i], -flow[i]);
        }
    }
    /// V values of each neighbour along d: along x all in registers, along y from shared memory when asked for.
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

    WAVESIM_DEVICE void finish() const {
        Real stiffness[2][V];
        for (int f = 0; f < 2; ++f)
            for (int i = 0; i < V; ++i) stiffness[f][i] = 0;
        add_axis<0>(stiffness);
        add_axis<1>(stiffness);
        for (int f = 0; f < 2; ++f) {
            const Pack<Real> partial = load_pack(a.partial[f] + plane + node);
            for (int i = 0; i < V; ++i) stiffness[f][i] += partial.v[i];
        }
        const Pack<Real> factor = load_pack(a.factor + plane + node);
        const Pack<Real> horizontal = load_pack(a.horizontal + plane + node);
        const Pack<Real> root = load_pack(a.vertical + plane + node);
        const Pack<Real> now[2] = {load_pack(a.now[0] + plane + node), load_pack(a.now[1] + plane + node)};
        Pack<Real> next[2] = {load_pack(a.next[0] + plane + node), load_pack(a.next[1] + plane + node)};
        for (int i = 0; i < V; ++i) {
            const Sponge<Real> sponge(damping_of(a, x + i, y, z));
            const Real pull[2] = {fused(horizontal.v[i], stiffness[0][i], root.v[i] * stiffness[1][i]),
                                  fused(root.v[i], stiffness[0][i], stiffness[1][i])};
            for (int f = 0; f < 2; ++f) next[f].v[i] = sponge.next(now[f].v[i], next[f].v[i], -factor.v[i] * pull[f]);
        }
        for (int f = 0; f < 2; ++f) store_pack(a.next[f] + plane + node, next[f]);
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const TtiInPlane tile(a);
        tile.template stage<0>();
        tile.template stage<1>();
        wait_copies<0>();
        barrier();
        if (tile.x < a.nx && tile.y < a.ny) tile.finish();
    }
};

}  // namespace wavesim::kernels
