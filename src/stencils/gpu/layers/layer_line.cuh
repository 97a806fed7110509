// SPDX-License-Identifier: MIT
// Common parts of lines across absorbing layers along any axis.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/fluid.cuh"
#include "stencils/gpu/common/static_for.cuh"
#include "stencils/gpu/layers/layer_arguments.cuh"

namespace wavesim::kernels {

/// Nodes along an axis and their mirror images beyond its sides, for any position in the field.
template <class Real>
struct Images {
    const LayerAxis<Real>& axis;
    int n;

    /// A node inside the grid for any t. Values more than M nodes beyond a side are not used.
    WAVESIM_DEVICE int node(int t) const {
        const int image = t < 0 ? axis.image[0] - t : t >= n ? axis.image[1] - t : t;
        return image < 0 ? 0 : smaller(image, n - 1);
    }
    WAVESIM_DEVICE Real sign(int t) const {
        return static_cast<Real>(t < 0 ? axis.sign[0] : t >= n ? axis.sign[1] : 1);
    }
};

/// The nodes across a line that give u at one node of it: the node itself, or averages over the other axes.
template <class Spec>
struct AcrossLine {
    using Real = typename Spec::Real;
    static constexpr int side = Spec::averaged ? 1 : 0;
    static constexpr int side_2 = Spec::flat ? 0 : side;
    static constexpr int count = (2 * side + 1) * (2 * side_2 + 1);
    Int64 offset[count];
    Real weight[count];

    /// The line has coordinates p and q on two axes; in 2D the second axis has a single node.
    WAVESIM_DEVICE AcrossLine(const Images<Real>& of_p, int p, Int64 step_p, const Images<Real>& of_q, int q,
                              Int64 step_q) {
        static_for<0, count>([&](auto l_constant) {
            constexpr int l = decltype(l_constant)::value;
            constexpr int e = l % (2 * side + 1) - side;
            constexpr int f = l / (2 * side + 1) - side_2;
            constexpr Real share = (side == 0 ? Real(1)
                                    : e == 0  ? Real(0.5)
                                              : Real(0.25)) *
                                   (side_2 == 0 ? Real(1)
                                    : f == 0    ? Real(0.5)
                                                : Real(0.25));
            if constexpr (side == 0) {
                offset[l] = p * step_p + q * step_q;
            } else {
                offset[l] = of_p.node(p + e) * step_p + of_q.node(q + f) * step_q;
                weight[l] = share * (of_p.sign(p + e) * of_q.sign(q + f));
            }
        });
    }
    WAVESIM_DEVICE Real value(const Real* u) const {
        if constexpr (side == 0) return load_read_only(u + offset[0]);
        Real sum = 0;
        static_for<0, count>([&](auto l_constant) {
            constexpr int l = decltype(l_constant)::value;
            sum = fused(weight[l], load_read_only(u + offset[l]), sum);
        });
        return sum;
    }
};

/// Common parts of lines along all axes.
template <class Spec>
struct LayerLine {
    using Real = typename Spec::Real;
    using Arguments = LayerArguments<Real>;
    static constexpr int M = Spec::half_order;
    static constexpr int lanes = 32;

    /// Nodes of the field along an axis.
    template <int d>
    static WAVESIM_DEVICE int nodes(const Arguments& a) {
        return d == 0 ? a.field.nx : d == 1 ? a.field.ny : a.field.nz;
    }
    template <int d>
    static WAVESIM_DEVICE Images<Real> images(const Arguments& a) {
        return {a.axis[d], nodes<d>(a)};
    }
    template <int d>
    static WAVESIM_DEVICE bool in_layer(const Arguments& a, int i) {
        return i < a.axis[d].low || i >= nodes<d>(a) - a.axis[d].high;
    }
    /// Index of a layer node among the stored nodes.
    template <int d>
    static WAVESIM_DEVICE int stored(const Arguments& a, int i) {
        return i < a.axis[d].low ? i : i - a.axis[d].shift;
    }

    /// Coordinate of a line by its number in the launch.
    static WAVESIM_DEVICE int line_at(const LineGap& gap, int number) {
        return number < gap.at ? number : number + gap.by;
    }

    /// Factor of the sum of a node, in layers of axis d.
    template <int d>
    static WAVESIM_DEVICE Real push_of(const Arguments& a, Int64 node) {
        if constexpr (Spec::second)
            return load_read_only(a.second_field.push + node);
        else if constexpr (Spec::medium == medium_fluid || Spec::medium == medium_fluid16)
            return a.courant_squared *
                   static_cast<Real>(load_modulus<Spec::medium == medium_fluid16>(a.field.fluid, node)) *
                   static_cast<Real>(load_buoyancy<Spec::medium == medium_fluid16>(a.field.fluid, d, node));
        else
            return a.courant_squared * load_factor<Spec>(a.field, node);
    }

    /// zeta of a layer node after the step; `slope` is D_d psi_d, u points to the node.
    static WAVESIM_DEVICE Real moved_zeta(const Arguments& a, Real decay, Real gain, Real zeta, const Real* u,
                                          Real slope) {
        Real bend = slope;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            bend = fused(a.second[m], (u[m] - u[0]) + (u[-m] - u[0]), bend);
        });
        return fused(decay, zeta, gain * bend);
    }
    /// First difference D at p[0] of values with distance `stride`.
    template <int stride>
    static WAVESIM_DEVICE Real slope_of(const Arguments& a, const Real* p) {
        Real slope = 0;
        static_for<1, M + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            slope = fused(a.first[m], p[m * stride] - p[-m * stride], slope);
        });
        return slope;
    }
};

}  // namespace wavesim::kernels
