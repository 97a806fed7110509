// SPDX-License-Identifier: MIT
// The part along z of the stiffness of the self-adjoint form (tti_self_adjoint.cuh) in 3D, of both fields:
//   partial := w_z R_z (w_z sigma) - D_z F_z, or without layers -w_z^2 S_z sigma - D_z F_z
// A thread walks along z through one column of a chunk and keeps running sums in registers: R w from the slopes g(z) =
// w(z) - w(z-1), which keeps it 0 where w is constant,
//   R w (z) = sum_m B_m (g(z+m) - g(z-m+1)),   B_m = sum_{k >= m} r_k.
// The fluxes of the last 8 planes, which only this thread reads, are kept in shared memory, which leaves registers for
// more blocks.
// Cost per node in values: reads 4, writes 2; 14 from shared memory; 32 fused multiply-adds, with layers 48.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/static_for.cuh"
#include "stencils/gpu/tti/tti_layer.cuh"
#include "stencils/gpu/tti/tti_weights.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiAlongZ {
    using Real = typename Spec::Real;
    using Arguments = TtiArguments<Real>;
    static constexpr int R = Spec::layers ? 8 : 4, M = 4;  // reach of R or S, and reach of D
    static constexpr int ring = 2 * M;                     // planes of fluxes before the newest one
    using Layers = TtiLayerNodes<Real, 2, 1>;
    using Both = Bundle<Real, 2>;  ///< a value of each field
    static constexpr int threads = Spec::tile_x * Spec::tile_y;
    static constexpr int shared_bytes = ring * threads * static_cast<int>(sizeof(Both));

    const Arguments& a;
    int x, y, node;
    Real* fluxes;          ///< of the last 8 planes, in shared memory
    Real bends[2][2 * R];  ///< R w of planes z - R to z + R - 1
    Real last[2];          ///< w of plane z - 1, per field
    Real share;            ///< with layers: turn_share of x times that of y

    WAVESIM_DEVICE TtiAlongZ(const Arguments& arguments, int x_here, int y_here)
        : a(arguments),
          x(x_here),
          y(y_here),
          node(y * a.pitch + x),
          fluxes(shared_memory<Real>() + 2 * thread_index()) {
        if constexpr (Spec::layers) share = turn_share(a, 0, x) * turn_share(a, 1, y);
        for (int f = 0; f < 2; ++f) {
            last[f] = 0;
            static_for<0, 2 * R>([&](auto j) { bends[f][decltype(j)::value] = 0; });
        }
    }
    /// Values of a plane, loaded one plane ahead.
    struct Ahead {
        Both field, flux;
        Real share;         ///< with layers: turn_share of z
        Real memory[2][1];  ///< memory of the layers, in plane z - R
    };
    /// Loads the values of plane z, and the fluxes of plane z - R + M.
    WAVESIM_DEVICE Ahead ask(int z, int z_first_flux) const {
        const Int64 at = z * a.plane + node;
        Ahead ahead{};
        for (int f = 0; f < 2; ++f) ahead.field.v[f] = load_read_only(a.now[f] + at);
        if (z >= z_first_flux)
            for (int f = 0; f < 2; ++f) ahead.flux.v[f] = load_read_only(a.flux[2][f] + (z - R + M) * a.plane + node);
        if constexpr (Spec::layers) ahead.share = turn_share(a, 2, z);
        if constexpr (Spec::layers)
            if (z >= z_first_flux + ring) {
                const Layers layers(a, x, y, z - R);
                for (int f = 0; f < 2; ++f) layers.ask(a.layer[2].xi[f], ahead.memory[f]);
            }
        return ahead;
    }
    /// Position in a ring buffer of plane z, which replaces plane z - 8.
    static constexpr WAVESIM_DEVICE int slot(int z) { return (z & (ring - 1)) * 2 * threads; }

    WAVESIM_DEVICE void add_plane(const Ahead& here) {
        for (int f = 0; f < 2; ++f) {
            Real w = here.field.v[f];
            if constexpr (Spec::layers) w *= hourglass_weight<2>(a, f, share * here.share);
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
    /// Adds plane z. Of its fluxes, z - 4 to z + 4, the last one is new.
    WAVESIM_DEVICE void finish(int z, const Ahead& here) const {
        Real flow[2][1] = {};
        static_for<0, 2 * M>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            constexpr int m = k < M ? M - k : k - M + 1;  // distance in planes
            const Both flux = k + 1 == 2 * M ? here.flux : load_bundle<2>(fluxes + slot(k < M ? z - m : z + m));
            for (int f = 0; f < 2; ++f) flow[f][0] = fused(k < M ? -a.first[m] : a.first[m], flux.v[f], flow[f][0]);
        });
        if constexpr (Spec::layers) {
            for (int f = 0; f < 2; ++f) Layers(a, x, y, z).absorb(a.layer[2].xi[f], here.memory[f], flow[f]);
        }
        const Int64 at = z * a.plane + node;
        for (int f = 0; f < 2; ++f) {
            Real factor = a.square[f][2];
            if constexpr (Spec::layers) factor = hourglass_weight<2>(a, f, share * turn_share(a, 2, z));
            store(a.partial[f] + at, fused(factor, bends[f][0], -flow[f][0]));
        }
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const BlockPlace place = block_place<true>(a);
        const Range in_x = range_along<true, 0>(a), in_y = range_along<true, 1>(a);
        const int x = in_x.from + place.tile_x * Spec::tile_x + thread_index() % Spec::tile_x;
        const int y = in_y.from + place.tile_y * Spec::tile_y + thread_index() / Spec::tile_x;
        if (place.z0 >= place.z1 || x >= in_x.to || y >= in_y.to) return;
        TtiAlongZ column(a, x, y);
        const int first_flux = place.z0 + R - ring;
        Ahead ahead = column.ask(place.z0 - R, first_flux);
        for (int z = place.z0 - R; z < place.z1 + R; ++z) {
            const Ahead here = ahead;
            if (z + 1 < place.z1 + R) ahead = column.ask(z + 1, first_flux);
            column.add_plane(here);
            if (z >= place.z0 + R) column.finish(z - R, here);
            store_bundle(column.fluxes + slot(z - R + M), here.flux);
        }
    }
};

}  // namespace wavesim::kernels
