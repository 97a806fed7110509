// SPDX-License-Identifier: MIT
// A node of a TTI medium in 2D: its place, differences around it and its update in time.
#pragma once
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/common/static_for.cuh"
#include "stencils/gpu/tti/tti_sponge.cuh"

namespace wavesim::kernels {

/// A block has one thread per node, 32 along x, 4 along z.
template <class Spec>
struct TtiNode {
    using Real = typename Spec::Real;
    using Arguments = TtiArguments<Real>;
    static constexpr int tile_x = 32, tile_y = 4;

    const Arguments& a;
    int x, y, z;
    Int64 own;

    WAVESIM_DEVICE explicit TtiNode(const Arguments& arguments)
        : a(arguments),
          x(block_x() * tile_x + thread_index() % tile_x),
          y(0),
          z(block_y() * tile_y + thread_index() / tile_x),
          own(z * a.plane + x) {}
    WAVESIM_DEVICE bool there() const { return x < a.nx && z < a.nz; }

    /// Distance between neighbours along an axis.
    template <int d>
    WAVESIM_DEVICE Int64 step() const {
        return d == 0 ? 1 : a.plane;
    }
    WAVESIM_DEVICE Real at(const Real* u, Int64 distance) const { return load_read_only(u + (own + distance)); }
    WAVESIM_DEVICE Real at(const Real* u) const { return at(u, 0); }

    /// Calls act(Constant<d>) for the axes of the grid.
    template <class Act>
    static WAVESIM_DEVICE void for_each_axis(const Act& act) {
        act(Constant<0>{});
        act(Constant<2>{});
    }

    /// First difference of order 8 along d.
    template <int d>
    WAVESIM_DEVICE Real slope(const Real* u) const {
        Real sum = 0;
        static_for<1, 5>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            sum = fused(a.first[m], at(u, m * step<d>()) - at(u, -m * step<d>()), sum);
        });
        return sum;
    }

    /// To be called before other loads, since a division needs all registers.
    WAVESIM_DEVICE Sponge<Real> sponge() const { return Sponge<Real>(damping_of(a, x, y, z)); }

    /// u+ of one field from its right-hand side.
    WAVESIM_DEVICE void update(int field, const Sponge<Real>& sponge, Real change) const {
        Real* const next = a.next[field] + own;
        store(next, sponge.next(at(a.now[field]), load(next), change));
    }
};

}  // namespace wavesim::kernels
