// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

#include "stencils/gpu/common/cuda/device_memory.hpp"

namespace wavesim {

/// Additional streams beside another stream: work that is queued on them may run concurrently. In a graph they are
/// branches.
class StreamFork {
  public:
    explicit StreamFork(std::size_t streams);
    StreamFork(const StreamFork&) = delete;
    StreamFork& operator=(const StreamFork&) = delete;
    ~StreamFork();

    /// Wraps around if `i` is beyond the last stream.
    cudaStream_t stream(std::size_t i) const { return branches_[i % branches_.size()].stream; }
    /// Later work on all branches waits for the work queued on `stream` so far.
    void leave(cudaStream_t stream) const;
    /// Later work on each branch waits for the work queued on all branches so far.
    void meet() const;
    /// Later work on `stream` waits for the work queued on all branches so far.
    void join(cudaStream_t stream) const;

  private:
    struct Branch {
        cudaStream_t stream;
        cudaEvent_t mark;
    };
    std::vector<Branch> branches_;
    cudaEvent_t start_ = nullptr;
};

}  // namespace wavesim
