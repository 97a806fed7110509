// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/gpu_links.hpp"

#include <cstddef>

#include "stencils/gpu/common/cuda/device_event.hpp"
#include "stencils/gpu/common/cuda/peer_access.hpp"

namespace wavesim {

namespace {

bool supports(cudaDeviceP2PAttr what, int from, int to) {
    int value = 0;
    cuda_check(cudaDeviceGetP2PAttribute(&value, what, from, to), "cudaDeviceGetP2PAttribute");
    return value != 0;
}

void set_device(int index) { cuda_check(cudaSetDevice(index), "cudaSetDevice"); }

double copy_rate(int from, int to) {
    constexpr std::int64_t bytes = 1 << 26;
    constexpr int copies = 4;
    set_device(to);
    const DeviceArray<std::byte> target(bytes);
    set_device(from);
    enable_peer_access(from, to);
    const DeviceArray<std::byte> source(bytes);
    const auto copy = [&] {
        cuda_check(cudaMemcpyPeerAsync(target.data(), to, source.data(), from, source.bytes(), nullptr),
                   "cudaMemcpyPeerAsync");
    };
    DeviceEvent start, end;
    copy();
    start.record(nullptr);
    for (int i = 0; i < copies; ++i) copy();
    end.record(nullptr);
    return static_cast<double>(copies * bytes) / end.seconds_since(start);
}

GpuLink link_between(int first, int second) {
    GpuLink link{.first = first, .second = second};
    link.peer = supports(cudaDevP2PAttrAccessSupported, first, second) &&
                supports(cudaDevP2PAttrAccessSupported, second, first);
    link.nvlink = link.peer && supports(cudaDevP2PAttrNativeAtomicSupported, first, second);
    try {
        link.bytes_per_s = copy_rate(first, second);
    } catch (const KernelError&) {  // a GPU that is busy has no memory for it
        cudaGetLastError();         // clears the error status
    }
    return link;
}

}  // namespace

std::vector<GpuLink> gpu_links(const std::vector<int>& gpus) {
    std::vector<GpuLink> links;
    for (std::size_t i = 0; i < gpus.size(); ++i)
        for (std::size_t k = i + 1; k < gpus.size(); ++k) links.push_back(link_between(gpus[i], gpus[k]));
    if (!links.empty()) set_device(gpus.front());
    return links;
}

}  // namespace wavesim
