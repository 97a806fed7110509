// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/field_reader.hpp"

#include <algorithm>

namespace wavesim {

template <class Real>
FieldReader<Real>::FieldReader(const KernelLibrary& support, cudaStream_t steps)
    : gather_(support.kernel("wavesim_gather")), steps_(steps) {
    // Not blocking: it must not wait for the steps that are queued behind a gather.
    cuda_check(cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking), "cudaStreamCreate");
    cuda_check(cudaEventCreateWithFlags(&gathered_, cudaEventDisableTiming), "cudaEventCreate");
}

template <class Real>
FieldReader<Real>::~FieldReader() {
    cudaStreamSynchronize(copies_);
    cudaFreeHost(pinned_);
    cudaEventDestroy(gathered_);
    cudaStreamDestroy(copies_);
}

template <class Real>
void FieldReader<Real>::make_room(std::int64_t values) {
    if (nodes_.size() >= values) return;
    cudaFreeHost(pinned_);
    pinned_ = nullptr;
    nodes_ = DeviceArray<Real>();
    nodes_ = DeviceArray<Real>(values);
    void* memory = nullptr;
    cuda_check(cudaMallocHost(&memory, nodes_.bytes()), "cudaMallocHost");
    pinned_ = static_cast<Real*>(memory);
}

template <class Real>
void FieldReader<Real>::start(const Real* field, const DeviceLayout& layout, const NodeBox& box,
                              std::span<double> values) {
    finish();
    const Extent n = box.extent();
    const std::int64_t most = most_read_bytes / static_cast<std::int64_t>(sizeof(Real));
    make_room(std::min(n.nodes(), most));
    kernels::GatherArguments<Real> arguments{};
    arguments.from = field + (box.from.x + box.from.y * layout.pitch + box.from.z * layout.plane);
    arguments.to = nodes_.data();
    arguments.plane = layout.plane;
    arguments.pitch = static_cast<int>(layout.pitch);
    arguments.nx = static_cast<int>(n.nx);
    arguments.ny = static_cast<int>(n.ny);
    arguments.stride = static_cast<int>(box.stride);
    for (std::int64_t at = 0; at < n.nodes(); at += most) {
        finish();
        arguments.first = at;
        arguments.count = std::min(most, n.nodes() - at);
        constexpr int threads = 256;
        const dim3 blocks(static_cast<unsigned>((arguments.count + threads - 1) / threads));
        launch(gather_, blocks, threads, 0, steps_, arguments);
        cuda_check(cudaEventRecord(gathered_, steps_), "cudaEventRecord");
        cuda_check(cudaStreamWaitEvent(copies_, gathered_, 0), "cudaStreamWaitEvent");
        cuda_check(cudaMemcpyAsync(pinned_, nodes_.data(), static_cast<std::size_t>(arguments.count) * sizeof(Real),
                                   cudaMemcpyDeviceToHost, copies_),
                   "cudaMemcpyAsync");
        pending_ = values.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(arguments.count));
    }
}

template <class Real>
void FieldReader<Real>::finish() {
    if (pending_.empty()) return;
    cuda_check(cudaStreamSynchronize(copies_), "copying a field from the GPU");
    std::copy_n(pinned_, pending_.size(), pending_.begin());
    pending_ = {};
}

template class FieldReader<float>;
template class FieldReader<double>;

}  // namespace wavesim
