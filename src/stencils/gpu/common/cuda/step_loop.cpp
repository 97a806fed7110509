// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/step_loop.hpp"

#include <algorithm>

namespace wavesim {

template <class Real>
StepLoop<Real>::StepLoop() {
    cuda_check(cudaStreamCreate(&stream_), "cudaStreamCreate");
}

template <class Real>
StepLoop<Real>::~StepLoop() {
    for (const StepGraph& steps : graphs_)
        if (steps.graph != nullptr) cudaGraphExecDestroy(steps.graph);
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

template <class Real>
void StepLoop<Real>::prepare(std::function<void(std::int64_t)> queue_step, SparsePasses<Real>& passes) {
    queue_step_ = std::move(queue_step);
    passes_ = &passes;
    for (StepGraph& steps : graphs_) {
        cudaGraph_t graph = nullptr;
        cuda_check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
        for (std::int64_t step = 0; step < steps.steps; ++step) queue_step_(step % 2);
        cuda_check(cudaStreamEndCapture(stream_, &graph), "cudaStreamEndCapture");
        cuda_check(cudaGraphInstantiate(&steps.graph, graph, 0), "cudaGraphInstantiate");
        cudaGraphDestroy(graph);
    }
}

template <class Real>
void StepLoop<Real>::queue(std::int64_t steps) {
    std::int64_t left = steps;
    for (; steps_per_launch_ > 0 && left > 0; left = steps) {
        const std::int64_t together = std::min(left, steps_per_launch_);
        queue_launch_(step_, together);
        step_ += together, steps -= together;
    }
    const bool passes = steps_per_pass_ > 1 && left >= steps_per_pass_;
    for (; passes && left >= steps_per_pass_; left -= steps_per_pass_, steps -= steps_per_pass_) {
        queue_pass_(step_);
        step_ += steps_per_pass_;
    }
    if (passes) settle_(step_);
    if (left == 0) return;
    if (step_ % 2 == 1) queue_step_(1), --left;
    for (const StepGraph& together : graphs_)
        for (; left >= together.steps; left -= together.steps)
            cuda_check(cudaGraphLaunch(together.graph, stream_), "cudaGraphLaunch");
    if (left == 1) queue_step_((step_ + steps - 1) % 2);
    step_ += steps;
}

template <class Real>
void StepLoop<Real>::wait() {
    cuda_check(cudaStreamSynchronize(stream_), "a time step on the GPU");
    if (!step_reached_) return;
    const std::int64_t asked = step_;
    step_ = step_reached_(asked);
    if (step_ == asked) return;
    throw KernelError(
        "a launch of several time steps on the GPU waited for too long and was ended; the state of step " +
        std::to_string(step_) + " is whole: choose another backend, or a GPU that no one else uses");
}

template <class Real>
void StepLoop<Real>::start(std::int64_t steps) {
    start_.record(stream_);
    while (steps > 0) {
        if (step_ - taken_ == passes_->trace_capacity()) {
            wait();
            passes_->take_traces(waiting_, step_ - taken_);
            taken_ = step_;
        }
        const std::int64_t room = std::min(steps, passes_->trace_capacity() - (step_ - taken_));
        queue(room);
        steps -= room;
    }
    end_.record(stream_);
}

template <class Real>
double StepLoop<Real>::finish() {
    wait();
    return end_.seconds_since(start_);
}

template <class Real>
void StepLoop<Real>::take_traces(std::vector<double>& traces) {
    traces.insert(traces.end(), waiting_.begin(), waiting_.end());
    waiting_.clear();
    passes_->take_traces(traces, step_ - taken_);
    taken_ = step_;
}

template <class Real>
void StepLoop<Real>::resume() {
    taken_ = step_;
    waiting_.clear();
}

template class StepLoop<float>;
template class StepLoop<double>;

}  // namespace wavesim
