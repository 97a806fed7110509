// SPDX-License-Identifier: MIT
// The part along z of the stiffness of the self-adjoint form (tti_self_adjoint.cuh) in 3D, of both fields:
//   partial_H := m_z R_z (m_z sigma_H) - D_z F_z       partial_V := n_z R_z (n_z sigma_V) - D_z F_z
// A thread walks along z through one column of a chunk and keeps running sums in registers: R w by the slopes
// g(z) = w(z) - w(z-1), which keeps it 0 where w is constant,
//   R w (z) = sum_m B_m (g(z+m) - g(z-m+1)),   B_m = sum_{k >= m} r_k.
// The weights and fluxes of the last 8 planes, which only this thread reads, stand in shared memory, which leaves
// registers for more blocks and reads every weight from memory once.
// Cost per node in values: reads 6, writes 2; 18 from shared memory; 48 fused multiply-adds.
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
    using Both = Bundle<Real, 2>;  ///< of both fields
    static constexpr int threads = Spec::tile_x * Spec::tile_y;
    static constexpr int shared_bytes = 2 * R * threads * static_cast<int>(sizeof(Both));

    const Arguments& a;
    int x, y, node;
    Real* weights;         ///< of planes z - 8 to z - 1, in shared memory
    Real* fluxes;          ///< of planes z - 12 to z - 5, also
    Real bends[2][2 * R];  ///< R w of planes z - 8 to z + 7
    Real last[2];          ///< w of plane z - 1

    WAVESIM_DEVICE TtiAlongZ(const Arguments& arguments, int x_here, int y_here)
        : a(arguments),
          x(x_here),
          y(y_here),
          node(y * a.pitch + x),
          weights(shared_memory<Real>() + 2 * thread_index()),
          fluxes(weights + 2 * R * threads) {
        for (int f = 0; f < 2; ++f) {
            last[f] = 0;
            static_for<0, 2 * R>([&](auto j) { bends[f][decltype(j)::value] = 0; });
        }
    }
    /// What a plane brings, asked for one plane ahead.
    struct Ahead {
        Both weight, field, flux;
        Real memory[2][1];  ///< of the layers, of plane z - 8
    };
    /// Of plane z, and fluxes of plane z - 4.
    WAVESIM_DEVICE Ahead ask(int z, int z_first_flux) const {
        const Int64 at = z * a.plane + node;
        Ahead ahead{};
        ahead.weight = {load_read_only(a.across[2] + at), load_read_only(a.axis[2] + at)};
        for (int f = 0; f < 2; ++f) ahead.field.v[f] = load_read_only(a.now[f] + at);
        if (z >= z_first_flux)
            for (int f = 0; f < 2; ++f) ahead.flux.v[f] = load_read_only(a.flux[2][f] + (z - M) * a.plane + node);
        if constexpr (Spec::layers)
            if (z >= z_first_flux + R) {
                const Layers layers(a, x, y, z - R);
                for (int f = 0; f < 2; ++f) layers.ask(a.layer[2].xi[f], ahead.memory[f]);
            }
        return ahead;
    }
    /// Place in a ring of plane z, which takes that of z - 8.
    static constexpr WAVESIM_DEVICE int slot(int z) { return (z & (R - 1)) * 2 * threads; }

    WAVESIM_DEVICE void add_plane(const Ahead& here) {
        for (int f = 0; f < 2; ++f) {
            const Real w = here.weight.v[f] * here.field.v[f];
            const Real slope = w - last[f];
            last[f] = w;
            static_for<0, 2 * R>([&](auto j_constant) {
                constexpr int j = decltype(j_constant)::value;
                const Real before = j + 1 < 2 * R ? bends[f][(j + 1) % (2 * R)] : Real(0);
                bends[f][j] =
                    j < R ? fused(a.beyond[R - j], slope, before) : fused(-a.beyond[j - R + 1], slope, before);
            });
        }
    }
    /// Plane z; of its fluxes, those of z - 4 to z + 4, the last has just come.
    WAVESIM_DEVICE void finish(int z, const Ahead& here) const {
        Real flow[2][1] = {};
        static_for<0, 2 * M>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            constexpr int m = k < M ? M - k : k - M + 1;  // planes away
            const Both flux = k + 1 == 2 * M ? here.flux : load_bundle<2>(fluxes + slot(k < M ? z - m : z + m));
            for (int f = 0; f < 2; ++f) flow[f][0] = fused(k < M ? -a.first[m] : a.first[m], flux.v[f], flow[f][0]);
        });
        if constexpr (Spec::layers) {
            for (int f = 0; f < 2; ++f) Layers(a, x, y, z).absorb(a.layer[2].xi[f], here.memory[f], flow[f]);
        }
        const Both weight = load_bundle<2>(weights + slot(z));
        for (int f = 0; f < 2; ++f)
            store(a.partial[f] + z * a.plane + node, fused(weight.v[f], bends[f][0], -flow[f][0]));
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const BlockPlace place = block_place(a);
        const int x = place.tile_x * Spec::tile_x + thread_index() % Spec::tile_x;
        const int y = place.tile_y * Spec::tile_y + thread_index() / Spec::tile_x;
        if (place.z0 >= place.z1 || x >= a.nx || y >= a.ny) return;
        TtiAlongZ column(a, x, y);
        Ahead ahead = column.ask(place.z0 - R, place.z0);
        for (int z = place.z0 - R; z < place.z1 + R; ++z) {
            const Ahead here = ahead;
            if (z + 1 < place.z1 + R) ahead = column.ask(z + 1, place.z0);
            column.add_plane(here);
            if (z >= place.z0 + R) column.finish(z - R, here);
            store_bundle(column.weights + slot(z), here.weight);
            store_bundle(column.fluxes + slot(z - M), here.flux);
        }
    }
};

}  // namespace wavesim::kernels
