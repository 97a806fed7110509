// SPDX-License-Identifier: MIT
// Walls with losses (stencils/problem/passes.hpp), face by face. Both laws are linear in u+:
//   u+ = share u* + push,  explicit: share = 1, push = -courant^2 A Phi(u^n, theta)
//                          branch:   share = m / (m + d), push = (d u- - courant^2 A beta inertia V) / (m + d)
// with d = courant A beta / 2 summed over the faces of the node. All kernels that update walls use these formulas in
// this order, so results do not depend on the kernel.
#pragma once
#include "stencils/gpu/common/primitives.cuh"

namespace wavesim::kernels {

/// Phi of an explicit wall.
template <class Real>
WAVESIM_DEVICE Real face_flux(Real resistance, Real conductance, Real now, Real theta) {
    return fused(-resistance, theta, now) * conductance;
}

/// theta of an explicit wall after the step from u^n.
template <class Real>
WAVESIM_DEVICE Real moved_theta(Real courant, Real flux, Real theta) {
    return fused(courant, flux, theta);
}

/// V of a branch wall after the step from u^{n-1} and u^n to u^{n+1}.
template <class Real>
WAVESIM_DEVICE Real moved_branch(Real conductance, Real inertia, Real courant, Real after, Real before, Real state) {
    const Real mean = conductance * fused(inertia, state, (after - before) * (Real(0.5) / courant));
    return fused(Real(2), mean, -state);
}

/// Contribution of all faces of a node to u+, for branch walls. `added`: what sources and solids add to u*;
/// `of_states`: the sum of -push V over the faces.
template <class Real>
WAVESIM_DEVICE Real branch_push(Real share, Real damping, Real before, Real of_states, Real added) {
    return fused(share, added, fused(damping, before, of_states));
}

}  // namespace wavesim::kernels
