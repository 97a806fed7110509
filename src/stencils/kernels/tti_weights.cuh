// SPDX-License-Identifier: MIT
// Weights of R in the self-adjoint form of TTI media where layers turn the axis (stencils/tti/hourglass_weights.hpp);
// without layers their squares stand in front of R as numbers.
#pragma once
#include "stencils/kernels/field.cuh"
#include "stencils/kernels/primitives.cuh"
#include "stencils/kernels/tti_arguments.cuh"

namespace wavesim::kernels {

/// Whether no layer turns the axis from one coordinate along d to before another.
template <class Real>
WAVESIM_DEVICE bool plain(const TtiArguments<Real>& a, int d, int from, int to) {
    return from >= a.plain_from[d] && to <= a.plain_to[d];
}

/// Of field f along d at a node where that axis component is n and the mean has that share.
template <int d, class Real>
WAVESIM_DEVICE Real hourglass_weight(const TtiArguments<Real>& a, int f, Real n, Real mean_share) {
    const Real own = f == 1 ? n * n : (1 - n) * (1 + n);
    const Real square = fused(mean_share, a.square[f][d], fused(-mean_share, own, own));
    return square > Real(0) ? square_root(square) : Real(0);
}

/// Share of the mean at a node; of nodes up to 8 beside the grid any number.
template <class Real>
WAVESIM_DEVICE Real mean_share(const TtiArguments<Real>& a, int x, int y, int z) {
    return load_read_only(a.mean_share[0] + x) *
           (load_read_only(a.mean_share[1] + y) * load_read_only(a.mean_share[2] + z));
}

/// Share of the mean at the nodes of a pack from x on.
template <class Real>
WAVESIM_DEVICE Pack<Real> mean_shares(const TtiArguments<Real>& a, int x, int y, int z) {
    Pack<Real> share = load_pack(a.mean_share[0] + x);
    const Real across = load_read_only(a.mean_share[1] + y) * load_read_only(a.mean_share[2] + z);
    for (Real& value : share.v) value *= across;
    return share;
}

/// Field f in a pack of nodes times its weights.
template <int d, class Real>
WAVESIM_DEVICE void weigh(const TtiArguments<Real>& a, int f, Pack<Real>& field, const Pack<Real>& axis,
                          const Pack<Real>& share) {
    for (int i = 0; i < Pack<Real>::size; ++i) field.v[i] *= hourglass_weight<d>(a, f, axis.v[i], share.v[i]);
}

}  // namespace wavesim::kernels
