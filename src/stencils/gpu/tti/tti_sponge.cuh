// SPDX-License-Identifier: MIT
// The sponge of TTI media (stencils/problem/tilted_medium.hpp).
#pragma once
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/tti/tti_arguments.cuh"

namespace wavesim::kernels {

/// The damped update of one node.
template <class Real>
struct Sponge {
    Real damping;  ///< G
    Real share;    ///< 1 / (1 + G/2)^2

    explicit WAVESIM_DEVICE Sponge(Real of_node)
        : damping(of_node), share(damping == 0 ? Real(1) : 1 / ((1 + damping / 2) * (1 + damping / 2))) {}

    /// u+, given the right-hand side.
    WAVESIM_DEVICE Real next(Real now, Real before, Real change) const {
        if (damping == 0) return now + ((now - before) + change);
        const Real gain = 1 + damping / 2;
        const Real loss = 1 - damping / 2;
        return (2 * gain * loss * now - loss * loss * before + change) * share;
    }
};

template <class Real>
WAVESIM_DEVICE Real damping_of(const TtiArguments<Real>& a, int x, int y, int z) {
    return load_read_only(a.damping[0] + x) + load_read_only(a.damping[1] + y) + load_read_only(a.damping[2] + z);
}

}  // namespace wavesim::kernels
