// SPDX-License-Identifier: MIT
// Copies nodes of a box, every stride-th along each axis, to a contiguous array: a snapshot for the host. One read and
// one write per copied node.
#pragma once
#include "stencils/gpu/common/primitives.cuh"

namespace wavesim::kernels {

/// One thread per node.
template <class Real>
WAVESIM_DEVICE void gather_box(const GatherArguments<Real>& a) {
    const Int64 i = static_cast<Int64>(block_x()) * block_size() + thread_index();
    if (i >= a.count) return;
    const Int64 node = a.first + i;
    const Int64 row = node / a.nx;
    const Int64 x = (node - row * a.nx) * a.stride;
    const Int64 y = row % a.ny * a.stride;
    const Int64 z = row / a.ny * a.stride;
    store(a.to + i, load(a.from + (x + y * a.pitch + z * a.plane)));
}

}  // namespace wavesim::kernels
