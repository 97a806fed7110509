// SPDX-License-Identifier: MIT
// The part along z of the stiffness of the self-adjoint form (tti_self_adjoint.cuh) in 3D, of both fields:
//   partial_H := m_z R_z (m_z sigma_H) - D_z F_z       partial_V := n_z R_z (n_z sigma_V) - D_z F_z
// A thread walks along z through one column of a chunk and keeps running sums in registers: R w by the slopes
// g(z) = w(z) - w(z-1), which keeps it 0 where w is constant,
//   R w (z) = sum_m B_m (g(z+m) - g(z-m+1)),   B_m = sum_{k >= m} r_k.
// Cost per node in values: reads 6, writes 2; 48 fused multiply-adds.
#pragma once
#include "stencils/kernels/field.cuh"
#include "stencils/kernels/static_for.cuh"
#include "stencils/kernels/tti_layer.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiAlongZ {
    using Real = typename Spec::Real;
    using Arguments = TtiArguments<Real>;
    static constexpr int R = 8, M = 4;  // reach of R and D
    using Layers = TtiLayerNodes<Real, 2, 1>;
    static constexpr int threads = Spec::tile_x;
    static constexpr int shared_bytes = 0;
    static_assert(Spec::tile_y == 1);

    const Arguments& a;
    int x, y, node;
    Real bends[2][2 * R];       ///< R w of planes z - 8 to z + 7
    Real slopes[2][2 * M + 1];  ///< D_z F of planes z - 8 to z
    Real last[2];               ///< w of plane z - 1

    WAVESIM_DEVICE TtiAlongZ(const Arguments& arguments, int x_here, int y_here)
        : a(arguments), x(x_here), y(y_here), node(y * a.pitch + x) {
        for (int f = 0; f < 2; ++f) {
            last[f] = 0;
            static_for<0, 2 * R>([&](auto j) { bends[f][decltype(j)::value] = 0; });
            static_for<0, 2 * M + 1>([&](auto j) { slopes[f][decltype(j)::value] = 0; });
        }
    }
    template <int f>
    WAVESIM_DEVICE Real weight(int z) const {
        return load_read_only((f == 0 ? a.across[2] : a.axis[2]) + z * a.plane + node);
    }
    /// What a plane brings, asked for one plane ahead.
    struct Ahead {
        Real weight[2], field[2], flux[2];
        Real memory[2][1];  ///< of the layers, of plane z - 8
    };
    /// Of plane z, and fluxes of plane z - 4.
    WAVESIM_DEVICE Ahead ask(int z, int z_first_flux) const {
        Ahead ahead{};
        ahead.weight[0] = weight<0>(z);
        ahead.weight[1] = weight<1>(z);
        for (int f = 0; f < 2; ++f) ahead.field[f] = load_read_only(a.now[f] + z * a.plane + node);
        if (z >= z_first_flux)
            for (int f = 0; f < 2; ++f) ahead.flux[f] = load_read_only(a.flux[2][f] + (z - M) * a.plane + node);
        if constexpr (Spec::layers)
            if (z >= z_first_flux + R) {
                const Layers layers(a, x, y, z - R);
                for (int f = 0; f < 2; ++f) layers.ask(a.layer[2].xi[f], ahead.memory[f]);
            }
        return ahead;
    }
    template <int f>
    WAVESIM_DEVICE void add_plane(const Ahead& here) {
        const Real w = here.weight[f] * here.field[f];
        const Real slope = w - last[f];
        last[f] = w;
        static_for<0, 2 * R>([&](auto j_constant) {
            constexpr int j = decltype(j_constant)::value;
            const Real before = j + 1 < 2 * R ? bends[f][(j + 1) % (2 * R)] : Real(0);
            bends[f][j] = j < R ? fused(a.beyond[R - j], slope, before) : fused(-a.beyond[j - R + 1], slope, before);
        });
    }
    template <int f>
    WAVESIM_DEVICE void add_flux(const Ahead& here) {
        const Real flux = here.flux[f];
        static_for<0, 2 * M + 1>([&](auto j_constant) {
            constexpr int j = decltype(j_constant)::value;
            const Real before = j + 1 < 2 * M + 1 ? slopes[f][(j + 1) % (2 * M + 1)] : Real(0);
            slopes[f][j] = j < M   ? fused(a.first[M - j], flux, before)
                           : j > M ? fused(-a.first[j - M], flux, before)
                                   : before;
        });
    }
    template <int f>
    WAVESIM_DEVICE void finish(int z, const Ahead& here) const {
        Real flow[1] = {slopes[f][0]};
        if constexpr (Spec::layers) {
            Layers(a, x, y, z).absorb(a.layer[2].xi[f], here.memory[f], flow);
        }
        store(a.partial[f] + z * a.plane + node, fused(weight<f>(z), bends[f][0], -flow[0]));
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const BlockPlace place = block_place(a);
        const int x = place.tile_x * Spec::tile_x + thread_index();
        if (place.z0 >= place.z1 || x >= a.nx) return;
        TtiAlongZ column(a, x, place.tile_y);
        Ahead ahead = column.ask(place.z0 - R, place.z0);
        for (int z = place.z0 - R; z < place.z1 + R; ++z) {
            const Ahead here = ahead;
            if (z + 1 < place.z1 + R) ahead = column.ask(z + 1, place.z0);
            column.template add_plane<0>(here);
            column.template add_plane<1>(here);
            if (z < place.z0) continue;
            column.template add_flux<0>(here);
            column.template add_flux<1>(here);
            if (z < place.z0 + R) continue;
            column.template finish<0>(z - R, here);
            column.template finish<1>(z - R, here);
        }
    }
};

}  // namespace wavesim::kernels
