// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

#include "stencils/gpu/common/cuda/device_memory.hpp"

namespace wavesim {

/// Streams beside another one: what is queued on them may run side by side. In a graph they are branches.
class StreamFork {
  public:
    explicit StreamFork(std::size_t streams);
    StreamFork(const StreamFork&) = delete;
    StreamFork& operator=(const StreamFork&) = delete;
    ~StreamFork();

    /// Goes round where `i` is beyond the last.
    cudaStream_t stream(std::size_t i) const { return branches_[i % branches_.size()].stream; }
    /// All of them go on after what `stream` has been given so far.
    void leave(cudaStream_t stream) const;
    /// Each goes on after what all of them have been given so far.
    void meet() const;
    /// `stream` goes on after what all of them have been given so far.
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
