// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/cuda/device_memory.hpp"

namespace wavesim {

/// Lets the current device `own` access the memory of another, where the hardware can. Otherwise the driver copies
/// through the host.
inline void enable_peer_access(int own, int other) {
    int can = 0;
    if (other != own) cuda_check(cudaDeviceCanAccessPeer(&can, own, other), "cudaDeviceCanAccessPeer");
    if (can == 0) return;
    const cudaError_t status = cudaDeviceEnablePeerAccess(other, 0);
    if (status == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError();  // clears the error status, since this is not an error here
    else
        cuda_check(status, "cudaDeviceEnablePeerAccess");
}

}  // namespace wavesim
