// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <functional>

#include "stencils/gpu/common/cuda/device_event.hpp"
#include "stencils/gpu/common/cuda/sparse_passes.hpp"

namespace wavesim {

/// The time loop of a problem on a device. Steps run as graphs of several steps, so that the host only waits at the
/// end. The loop also has the step counter and the traces that were already copied from the device.
template <class Real>
class StepLoop {
  public:
    StepLoop();
    StepLoop(const StepLoop&) = delete;
    StepLoop& operator=(const StepLoop&) = delete;
    ~StepLoop();
    /// `queue_step(parity)` queues all work of a step of that parity on stream(); `passes` record its traces.
    void prepare(std::function<void(std::int64_t)> queue_step, SparsePasses<Real>& passes);

    /// From now on `queue_pass(first step)` queues `steps` steps at a time on stream(); the remaining steps are queued
    /// singly. `settle(step)` is called after the last pass.
    void take_passes(std::int64_t steps, std::function<void(std::int64_t)> queue_pass,
                     std::function<void(std::int64_t)> settle) {
        steps_per_pass_ = steps;
        queue_pass_ = std::move(queue_pass);
        settle_ = std::move(settle);
    }

    /// Instead of prepare(): all steps go by `queue_launch(first step, steps)`, at most `most` at a time.
    /// `step_reached(step)` is called when the launches up to that step are over, and returns the step of the state.
    void take_launches(std::int64_t most, std::function<void(std::int64_t, std::int64_t)> queue_launch,
                       std::function<std::int64_t(std::int64_t)> step_reached, SparsePasses<Real>& passes) {
        steps_per_launch_ = most;
        queue_launch_ = std::move(queue_launch);
        step_reached_ = std::move(step_reached);
        passes_ = &passes;
    }

    cudaStream_t stream() const { return stream_; }
    /// Steps done, including those that start() has queued. After a change of it call resume().
    std::int64_t& step() { return step_; }
    std::int64_t step() const { return step_; }
    /// Queues steps. Waits only if the device has no memory for the traces of all of them.
    void start(std::int64_t steps);
    /// Waits for the queued steps; returns seconds by the device's clock.
    double finish();
    void take_traces(std::vector<double>& traces);
    /// Continues from step() and drops samples that were not taken.
    void resume();

  private:
    void queue(std::int64_t steps);
    void wait();

    std::function<void(std::int64_t)> queue_step_;
    std::function<void(std::int64_t)> queue_pass_;
    std::function<void(std::int64_t)> settle_;
    std::function<void(std::int64_t, std::int64_t)> queue_launch_;
    std::function<std::int64_t(std::int64_t)> step_reached_;
    std::int64_t steps_per_pass_ = 1, steps_per_launch_ = 0;
    SparsePasses<Real>* passes_ = nullptr;
    cudaStream_t stream_ = nullptr;
    /// Steps that are launched together: several pairs, since the device pauses between two graphs.
    struct StepGraph {
        std::int64_t steps;
        cudaGraphExec_t graph = nullptr;
    };
    std::array<StepGraph, 2> graphs_{{{16}, {2}}};
    DeviceEvent start_, end_;
    std::int64_t step_ = 0;
    std::int64_t taken_ = 0;       ///< step up to which traces were copied from the device
    std::vector<double> waiting_;  ///< copied traces that were not taken yet
};

}  // namespace wavesim
