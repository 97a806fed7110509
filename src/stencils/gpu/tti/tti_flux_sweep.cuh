// SPDX-License-Identifier: MIT
// Pass 1 of the self-adjoint form (formulas in tti_self_adjoint.cuh) as a plane sweep for 3D grids: the fluxes of both
// fields.
#pragma once
#include "stencils/gpu/tti/tti_layer.cuh"
#include "stencils/gpu/tti/tti_ring.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiFluxSweep : TtiRing<Spec> {
    using Base = TtiRing<Spec>;
    using Base::a, Base::place, Base::x, Base::y, Base::node, Base::own, Base::ring, Base::there;
    using Base::Base;
    static constexpr int R = Base::R, V = Base::V, width = Base::width;
    static constexpr int plane_size = Base::plane_size, slot_size = Base::slot_size;
    using typename Base::Arguments;
    using typename Base::Real;
    using typename Base::Values;

    /// Values of a plane from memory, which are loaded before any computation. Layers need them only at their nodes,
    /// but loading them field by field was 7 % slower.
    struct Plane {
        Real axis[3][V];
        Real memory[2][3][V];  ///< memory of the layers, by field and axis
    };
    WAVESIM_DEVICE void ask(int z, Plane& here) const {
        this->take_axis(z, here.axis);
        if constexpr (Spec::layers)
            for (int f = 0; f < 2; ++f) {
                layer<0>(z).ask(a.layer[0].psi[f], here.memory[f][0]);
                layer<1>(z).ask(a.layer[1].psi[f], here.memory[f][1]);
                layer<2>(z).ask(a.layer[2].psi[f], here.memory[f][2]);
            }
    }
    template <int d>
    WAVESIM_DEVICE TtiLayerNodes<Real, d, V> layer(int z) const {
        return {a, x, y, z};
    }

    WAVESIM_DEVICE void walk() const {
        for (int k = 0; k < 2 * R + 1; ++k) this->start_plane(place.z0 - R + k, k);
        int low = 0;  // slot of plane z - R
        Plane here{};
        for (int z = place.z0; z < place.z1; ++z) {
            wait_copies<0>();
            barrier();
            if (z + 1 < place.z1) this->start_plane(z + R + 1, Base::wrapped(low + 2 * R + 1));
            if (there) {
                ask(z, here);
                finish<0>(z, low, here);
                finish<1>(z, low, here);
            }
            low = Base::wrapped(low + 1);
        }
    }

    /// Computes the fluxes of one field in plane z.
    template <int f>
    WAVESIM_DEVICE void finish(int z, int low, const Plane& plane) const {
        const Real* const field = ring + (f * plane_size + own);
        const Real* const here = field + Base::wrapped(low + R) * slot_size;
        Real slope[3][V];
        const auto& n = plane.axis;
        for (int d = 0; d < 3; ++d)
            for (int i = 0; i < V; ++i) slope[d][i] = 0;
        Real row[V + 2 * R];
        static_for<0, 1 + 2 * R / V>([&](auto k_constant) {
            constexpr int k = decltype(k_constant)::value;
            Values part;
            Base::take(here - R + k * V, part);
            for (int i = 0; i < V; ++i) row[k * V + i] = part[i];
        });
        static_for<1, R + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            Values before[2], after[2];  // along y and z
            Base::take(here - m * width, before[0]);
            Base::take(here + m * width, after[0]);
            Base::take(field + Base::wrapped(low + R - m) * slot_size, before[1]);
            Base::take(field + Base::wrapped(low + R + m) * slot_size, after[1]);
            for (int i = 0; i < V; ++i) {
                slope[0][i] = fused(a.first[m], row[R + i + m] - row[R + i - m], slope[0][i]);
                slope[1][i] = fused(a.first[m], after[0][i] - before[0][i], slope[1][i]);
                slope[2][i] = fused(a.first[m], after[1][i] - before[1][i], slope[2][i]);
            }
        });
        if constexpr (Spec::layers) {
            layer<0>(z).absorb(a.layer[0].psi[f], plane.memory[f][0], slope[0]);
            layer<1>(z).absorb(a.layer[1].psi[f], plane.memory[f][1], slope[1]);
            layer<2>(z).absorb(a.layer[2].psi[f], plane.memory[f][2], slope[2]);
        }
        Values along;
        for (int i = 0; i < V; ++i)
            along[i] = fused(n[2][i], slope[2][i], fused(n[1][i], slope[1][i], n[0][i] * slope[0][i]));
        for (int d = 0; d < 3; ++d) {
            for (int i = 0; i < V; ++i) {
                const Real part = n[d][i] * along[i];
                const Real kept = Spec::layers ? (f == 0 ? slope[d][i] : Real(0)) : a.keep[f][d] * slope[d][i];
                slope[d][i] = x + i >= a.nx ? Real(0) : f == 0 ? kept - part : kept + part;
            }
            Base::put(a.flux[d][f] + z * a.plane + node, slope[d]);
        }
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const TtiFluxSweep sweep(a);
        if (sweep.place.z0 < sweep.place.z1) sweep.walk();
    }
};

}  // namespace wavesim::kernels
