// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

namespace wavesim {

/// The link over which planes go from one GPU to another.
struct GpuLink {
    int first = 0;           ///< Gpu::index
    int second = 0;          ///< the same
    bool peer = false;       ///< each can access the memory of the other; otherwise copies go through the host
    bool nvlink = false;     ///< the link supports atomic operations of both, as NVLink does and PCI Express does not
    double bytes_per_s = 0;  ///< measured rate of copies from the first to the second; 0: it could not be measured
};

/// The links between all pairs of GPUs with these indices. Creates their contexts and copies some 64 MiB over each
/// link. Throws KernelError. Empty in a build without the CUDA toolkit.
std::vector<GpuLink> gpu_links(const std::vector<int>& gpus);

}  // namespace wavesim
