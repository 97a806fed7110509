// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/kernels/primitives.cuh"

namespace wavesim::kernels {

/// Interior node whose value the halo node at t shows, -1 where it is zero. Needs radius < n.
WAVESIM_DEVICE int halo_image(int t, int n, int low, int high) {
    if (t < 0) return low == halo_zero ? -1 : low == halo_mirror_half ? -1 - t : -t;
    if (t >= n) return high == halo_zero ? -1 : high == halo_mirror_half ? 2 * n - 1 - t : 2 * n - 2 - t;
    return t;
}

}  // namespace wavesim::kernels
