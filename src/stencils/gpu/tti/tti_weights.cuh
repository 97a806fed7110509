// SPDX-License-Identifier: MIT
// Weights of R in the self-adjoint form of TTI media with layers (stencils/tti/hourglass_weights.hpp). Without layers
// their squares are constant factors of R.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/tti/tti_arguments.cuh"

namespace wavesim::kernels {

/// Weight of field f along d, where the fraction `share` of the weight without layers remains.
template <int d, class Real>
WAVESIM_DEVICE Real hourglass_weight(const TtiArguments<Real>& a, int f, Real share) {
    return fused(share, a.change[f][d], a.outer[f][d]);
}

/// The factor of the share at a coordinate along an axis, up to 8 nodes beside the grid. The share of a node is the
/// product of three factors.
template <class Real>
WAVESIM_DEVICE Real turn_share(const TtiArguments<Real>& a, int d, int at) {
    return load_read_only(a.share[d] + at);
}

/// The factors of the share at the nodes of a pack from x on.
template <class Real>
WAVESIM_DEVICE Pack<Real> turn_shares(const TtiArguments<Real>& a, int x, int y, int z) {
    Pack<Real> share = load_pack(a.share[0] + x);
    const Real across = turn_share(a, 1, y) * turn_share(a, 2, z);
    for (Real& value : share.v) value *= across;
    return share;
}

/// Field f at a pack of nodes, multiplied by its weights.
template <int d, class Real>
WAVESIM_DEVICE void weigh(const TtiArguments<Real>& a, int f, Pack<Real>& field, const Pack<Real>& share) {
    for (int i = 0; i < Pack<Real>::size; ++i) field.v[i] *= hourglass_weight<d>(a, f, share.v[i]);
}

}  // namespace wavesim::kernels
