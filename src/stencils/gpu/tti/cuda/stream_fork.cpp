// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/cuda/stream_fork.hpp"

namespace wavesim {

namespace {

cudaEvent_t make_event() {
    cudaEvent_t event = nullptr;
    cuda_check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreate");
    return event;
}

void record(cudaEvent_t event, cudaStream_t stream) { cuda_check(cudaEventRecord(event, stream), "cudaEventRecord"); }

void wait(cudaStream_t stream, cudaEvent_t event) {
    cuda_check(cudaStreamWaitEvent(stream, event, 0), "cudaStreamWaitEvent");
}

}  // namespace

StreamFork::StreamFork(std::size_t streams) : start_(make_event()) {
    for (std::size_t i = 0; i < streams; ++i) {
        Branch branch{};
        cuda_check(cudaStreamCreateWithFlags(&branch.stream, cudaStreamNonBlocking), "cudaStreamCreate");
        branch.mark = make_event();
        branches_.push_back(branch);
    }
}

StreamFork::~StreamFork() {
    for (const Branch& branch : branches_) {
        cudaEventDestroy(branch.mark);
        cudaStreamDestroy(branch.stream);
    }
    if (start_ != nullptr) cudaEventDestroy(start_);
}

void StreamFork::leave(cudaStream_t stream) const {
    record(start_, stream);
    for (const Branch& branch : branches_) wait(branch.stream, start_);
}

void StreamFork::meet() const {
    join(branches_.front().stream);
    leave(branches_.front().stream);
}

void StreamFork::join(cudaStream_t stream) const {
    for (const Branch& branch : branches_) {
        record(branch.mark, branch.stream);
        if (branch.stream != stream) wait(stream, branch.mark);
    }
}

}  // namespace wavesim
