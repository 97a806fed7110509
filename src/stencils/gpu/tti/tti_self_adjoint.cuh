// SPDX-License-Identifier: MIT
// The self-adjoint form in two passes: with g_d = D_d w (order 8) and q = sum_d n_d g_d of each field
//   pass 1  F_d of sigma_H := g_d - n_d q        F_d of sigma_V := n_d q
//   pass 2  G_1 = sum_d (-D_d F_d + w_d R_d (w_d sigma_H))      G_3 = sum_d (-D_d F_d + w_d R_d (w_d sigma_V))
//           sigma_H+ = 2 sigma_H - sigma_H- - (factor h G_1 + factor r G_3)      h = 1 + 2 epsilon
//           sigma_V+ = 2 sigma_V - sigma_V- - (factor r G_1 + factor G_3)        r = sqrt(1 + 2 delta)
// R = D D - S, where S is the second difference, restores the part of the shortest waves that D D loses
// (stencils/tti/operator_weights.hpp, weights w: tti_weights.cuh). Without layers w_d is the same at all nodes, so D D
// can be part of the fluxes, and fields are read half as far away:
//   pass 1  F_d less w_d^2 g_d        pass 2  -w_d^2 S_d sigma instead of w_d R_d (w_d sigma)
// Compulsory values per node: pass 1 reads 5 and writes 6; pass 2 reads 6 fluxes, 2 fields at two times and 3
// parameters, and writes 2.
// These kernels are for 2D grids. In 3D tti_flux_sweep.cuh does pass 1, tti_along_z.cuh and tti_in_plane.cuh do pass 2,
// or tti_one_pass.cuh does both.
#pragma once
#include "stencils/gpu/tti/tti_layer.cuh"
#include "stencils/gpu/tti/tti_node.cuh"
#include "stencils/gpu/tti/tti_weights.cuh"

namespace wavesim::kernels {

template <class Spec>
struct TtiSelfAdjoint {
    using Real = typename Spec::Real;
    using Node = TtiNode<Spec>;
    static constexpr int threads = Node::tile_x * Node::tile_y, shared_bytes = 0;

    /// A slope along d plus the term of an absorbing layer, whose memory is updated.
    template <int d>
    static WAVESIM_DEVICE Real absorbed(const Node& node, Real* memory, Real slope) {
        if constexpr (Spec::layers) {
            const TtiLayerNodes<Real, d, 1> layers(node.a, node.x, node.y, node.z);
            Real was[1] = {0};
            Real sum[1] = {slope};
            layers.ask(memory, was);
            layers.absorb(memory, was, sum);
            return sum[0];
        } else {
            return slope;
        }
    }

    static WAVESIM_DEVICE void make_fluxes(const TtiArguments<Real>& a) {
        const Node node(a);
        if (!node.there()) return;
        Real n[3];
        Real slope[3][2];
        Real along[2] = {0, 0};
        Node::for_each_axis([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            n[d] = node.at(a.axis[d]);
            for (int f = 0; f < 2; ++f) {
                slope[d][f] = absorbed<d>(node, a.layer[d].psi[f], node.template slope<d>(a.now[f]));
                along[f] = fused(n[d], slope[d][f], along[f]);
            }
        });
        Node::for_each_axis([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            store(a.flux[d][0] + node.own, fused(a.keep[0][d], slope[d][0], -n[d] * along[0]));
            store(a.flux[d][1] + node.own, fused(a.keep[1][d], slope[d][1], n[d] * along[1]));
        });
    }

    /// w R_d (w u) of field f, or without layers -w^2 S_d u.
    template <int d>
    static WAVESIM_DEVICE Real stiffening(const Node& node, int f) {
        const auto weight = [&](int m) {
            const Real share =
                turn_share(node.a, 0, node.x + (d == 0 ? m : 0)) * turn_share(node.a, 2, node.z + (d == 2 ? m : 0));
            return hourglass_weight<d>(node.a, f, share);
        };
        const auto weighted = [&](int m) {
            const Real u = node.at(node.a.now[f], m * node.template step<d>());
            if constexpr (Spec::layers) return weight(m) * u;
            return u;
        };
        const Real now = weighted(0);
        Real sum = 0;
        static_for<1, (Spec::layers ? 8 : 4) + 1>([&](auto m_constant) {
            constexpr int m = decltype(m_constant)::value;
            sum = fused(node.a.rest[m], (weighted(m) - now) + (weighted(-m) - now), sum);
        });
        if constexpr (Spec::layers) return weight(0) * sum;
        return node.a.square[f][d] * sum;
    }

    static WAVESIM_DEVICE void advance(const TtiArguments<Real>& a) {
        const Node node(a);
        if (!node.there()) return;
        const auto sponge = node.sponge();
        Real stiffness[2] = {0, 0};
        Node::for_each_axis([&](auto d_constant) {
            constexpr int d = decltype(d_constant)::value;
            const auto flow = [&](int f) {
                return absorbed<d>(node, a.layer[d].xi[f], node.template slope<d>(a.flux[d][f]));
            };
            for (int f = 0; f < 2; ++f) stiffness[f] += stiffening<d>(node, f) - flow(f);
        });
        const Real cross = node.at(a.vertical);
        node.update(0, sponge, -fused(node.at(a.horizontal), stiffness[0], cross * stiffness[1]));
        node.update(1, sponge, -fused(cross, stiffness[0], node.at(a.factor) * stiffness[1]));
    }
};

}  // namespace wavesim::kernels
