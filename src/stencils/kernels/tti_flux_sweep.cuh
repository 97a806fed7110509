// SPDX-License-Identifier: MIT
// Pass 1 of the self-adjoint form (tti_self_adjoint.cuh has the formulas) as a plane sweep for 3D grids: the fluxes of
// both fields.
// Cost per node in values: reads the axis once and u of two fields (1 + 8 / tile_x) (1 + 8 / tile_y) times, mostly from
// the L2 cache, writes 6; 38 values from shared memory.
#pragma once
#include "stencils/kernels/tti_layer.cuh"
#include "stencils/kernels/tti_ring.cuh"

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

    WAVESIM_DEVICE void walk() const {
        for (int k = 0; k < 2 * R + 1; ++k) this->start_plane(place.z0 - R + k, k);
        int low = 0;  // slot of plane z - R
        for (int z = place.z0; z < place.z1; ++z) {
            wait_copies<0>();
            barrier();
            if (z + 1 < place.z1) this->start_plane(z + R + 1, Base::wrapped(low + 2 * R + 1));
            if (there) {
                Real n[3][V];
                this->take_axis(z, n);
                finish<0>(z, low, n);
                finish<1>(z, low, n);
            }
            low = Base::wrapped(low + 1);
        }
    }

    /// The fluxes of one field in plane z.
    template <int f>
    WAVESIM_DEVICE void finish(int z, int low, const Real (&n)[3][V]) const {
        const Real* const field = ring + (f * plane_size + own);
        const Real* const here = field + Base::wrapped(low + R) * slot_size;
        Real slope[3][V];
        Real memory[3][V];
        for (int d = 0; d < 3; ++d)
            for (int i = 0; i < V; ++i) slope[d][i] = memory[d][i] = 0;
        if constexpr (Spec::layers) {
            ask<0, f>(z, memory[0]);
            ask<1, f>(z, memory[1]);
            ask<2, f>(z, memory[2]);
        }
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
            absorb<0, f>(z, memory[0], slope[0]);
            absorb<1, f>(z, memory[1], slope[1]);
            absorb<2, f>(z, memory[2], slope[2]);
        }
        Values along;
        for (int i = 0; i < V; ++i)
            along[i] = fused(n[2][i], slope[2][i], fused(n[1][i], slope[1][i], n[0][i] * slope[0][i]));
        for (int d = 0; d < 3; ++d) {
            for (int i = 0; i < V; ++i) {
                const Real part = n[d][i] * along[i];
                slope[d][i] = x + i >= a.nx ? Real(0) : f == 0 ? slope[d][i] - part : part;
            }
            Base::put(a.flux[d][f] + z * a.plane + node, slope[d]);
        }
    }
    template <int d, int f>
    WAVESIM_DEVICE void ask(int z, Values& memory) const {
        TtiLayerNodes<Real, d, V>(a, x, y, z).ask(a.layer[d].psi[f], memory);
    }
    template <int d, int f>
    WAVESIM_DEVICE void absorb(int z, const Values& memory, Values& slope) const {
        TtiLayerNodes<Real, d, V>(a, x, y, z).absorb(a.layer[d].psi[f], memory, slope);
    }

    static WAVESIM_DEVICE void run(const Arguments& a) {
        const TtiFluxSweep sweep(a);
        if (sweep.place.z0 < sweep.place.z1) sweep.walk();
    }
};

}  // namespace wavesim::kernels
