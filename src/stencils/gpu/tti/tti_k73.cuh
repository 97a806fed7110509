// SPDX-License-Identifier: MIT
// The one-pass form over 73 nodes (Gao and Blaum, "Accelerating TTI"), here for 2D grids, where it has 33 nodes. L is
// the sum of the second differences of order 8, and
//   H w = sum_d n_d^2 D2_d w + 2 sum_{d>e} n_d n_e D_d D_e w      (D of order 4 in the mixed terms)
//   s+ = 2 s - s- + factor ((1 + 2 epsilon) (L - H) s + H p)
//   p+ = 2 p - p- + factor ((1 + 2 delta) (L - H) s + H p).
// Compulsory values per node: s and p, each read twice and written once, and 6 parameters.
#pragma once
#include "stencils/gpu/tti/tti_node.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiK73 {
    using Real = typename Spec::Real;
    using Node = TtiNode<Spec>;
    static constexpr int threads = Node::tile_x * Node::tile_y, shared_bytes = 0;

    /// D_z D_x u of order 4.
    static WAVESIM_DEVICE Real mixed(const Node& node, const Real* u) {
        Real sum = 0;
        static_for<1, 3>([&](auto i_constant) {
            static_for<1, 3>([&](auto j_constant) {
                constexpr int i = decltype(i_constant)::value;
                constexpr int j = decltype(j_constant)::value;
                const Int64 up = i * node.a.plane;
                const Real square =
                    (node.at(u, up + j) - node.at(u, up - j)) - (node.at(u, j - up) - node.at(u, -up - j));
                sum = fused(node.a.mixed[i] * node.a.mixed[j], square, sum);
            });
        });
        return sum;
    }

    struct Derivatives {
        Real along = 0;    ///< H u
        Real laplace = 0;  ///< L u
    };
    static WAVESIM_DEVICE Derivatives derivatives(const Node& node, const Real* u, const Real (&n)[3]) {
        Derivatives sum;
        const Real now = node.at(u);
        Node::for_each_axis([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            Real bend = 0;
            static_for<1, 5>([&](auto m_constant) {
                constexpr int m = decltype(m_constant)::value;
                const Int64 far = m * node.template step<d>();
                bend = fused(node.a.second[m], (node.at(u, far) - now) + (node.at(u, -far) - now), bend);
            });
            sum.laplace += bend;
            sum.along = fused(n[d] * n[d], bend, sum.along);
        });
        sum.along = fused(2 * n[2] * n[0], mixed(node, u), sum.along);
        return sum;
    }

    static WAVESIM_DEVICE void run(const TtiArguments<Real>& a) {
        const Node node(a);
        if (!node.there()) return;
        const auto sponge = node.sponge();
        const Real n[3] = {node.at(a.axis[0]), node.at(a.axis[1]), node.at(a.axis[2])};
        Real along[2];
        Real laplace[2];
        for (int f = 0; f < 2; ++f) {
            const Derivatives sum = derivatives(node, a.now[f], n);
            along[f] = sum.along;
            laplace[f] = sum.laplace;
        }
        const Real across = laplace[0] - along[0];
        const Real factor = node.at(a.factor);
        node.update(0, sponge, factor * fused(node.at(a.horizontal), across, along[1]));
        node.update(1, sponge, factor * fused(node.at(a.vertical), across, along[1]));
    }
};

}  // namespace wavesim::kernels
