// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <functional>

#include "stencils/gpu/common/cuda/device_event.hpp"
#include "stencils/gpu/common/cuda/sparse_passes.hpp"

namespace wavesim {

/// The time loop of a problem on a device: steps run as graphs of several, so that the host only waits at the end, and
/// the step counter and the traces that left the device on the way.
template <class Real>
class StepLoop {
  public:
    StepLoop();
    StepLoop(const StepLoop&) = delete;
    StepLoop& operator=(const StepLoop&) = delete;
    ~StepLoop();
    /// `queue_step(parity)` puts everything that a step of that parity does on stream(); `passes` record its traces.
    void prepare(std::function<void(std::int64_t)> queue_step, SparsePasses<Real>& passes);

    /// From now on `steps` steps at a time are put on stream() by `queue_pass(first step)`, and the rest of them
    /// singly. `settle(step)` follows the last pass.
    void take_passes(std::int64_t steps, std::function<void(std::int64_t)> queue_pass,
                     std::function<void(std::int64_t)> settle) {
        steps_per_pass_ = steps;
        queue_pass_ = std::move(queue_pass);
        settle_ = std::move(settle);
    }

    cudaStream_t stream() const { return stream_; }
    /// Steps done, those that start() queued included; whoever changes it calls resume() next.
    std::int64_t& step() { return step_; }
    std::int64_t step() const { return step_; }
    /// Queues steps. Waits only where the device has no room for the traces of all of them.
    void start(std::int64_t steps);
    /// Waits for them; seconds by the device's clock.
    double finish();
    void take_traces(std::vector<double>& traces);
    /// Goes on from step() without the samples that were not taken.
    void resume();

  private:
    void queue(std::int64_t steps);
    void wait() { cuda_check(cudaStreamSynchronize(stream_), "a time step on the GPU"); }

    std::function<void(std::int64_t)> queue_step_;
    std::function<void(std::int64_t)> queue_pass_;
    std::function<void(std::int64_t)> settle_;
    std::int64_t steps_per_pass_ = 1;
    SparsePasses<Real>* passes_ = nullptr;
    cudaStream_t stream_ = nullptr;
    /// Steps that are launched together. Several pairs: between two graphs the device waits.
    struct StepGraph {
        std::int64_t steps;
        cudaGraphExec_t graph = nullptr;
    };
    std::array<StepGraph, 2> graphs_{{{16}, {2}}};
    DeviceEvent start_, end_;
    std::int64_t step_ = 0;
    std::int64_t taken_ = 0;       ///< step up to which traces left the device
    std::vector<double> waiting_;  ///< traces that left the device but not the backend
};

}  // namespace wavesim
