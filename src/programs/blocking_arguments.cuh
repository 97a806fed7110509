// SPDX-License-Identifier: MIT
// Arguments of the kernel of stencil programs (blocking.cuh); plain data only.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// One pass: computes `to` from `from`, Spec::levels iterations later. Both point to node (0, 0, 0) behind the ring.
/// `to` already holds the ring.
template <class Real>
struct BlockingArguments {
    const Real* from;
    Real* to;
    int nx, ny, nz;      ///< nodes without the ring
    int low_x, high_x;   ///< values of a row that may be read: [low_x, high_x), both multiples of the nodes of a thread
    Int64 pitch, plane;  ///< distance of rows and of planes
    int chunk;           ///< planes per block along z (division of the streaming axis)
};

}  // namespace wavesim::kernels
