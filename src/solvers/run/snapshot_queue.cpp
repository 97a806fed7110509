// SPDX-License-Identifier: MIT
#include "solvers/run/snapshot_queue.hpp"

namespace wavesim {

void SnapshotQueue::start_if_due() {
    if (!planned_) return;
    const std::int64_t step = backend_.step();
    const std::int64_t index = planned_->taken_before(step);
    if (index == planned_->count || planned_->step_of(index) != step) return;
    values_.resize(static_cast<std::size_t>(planned_->box.extent().nodes()));
    backend_.start_read(planned_->box, values_);
    leaving_ = {index, step};
}

void SnapshotQueue::hand_over() {
    if (!leaving_) return;
    backend_.finish_read();
    recorder_.snapshot(leaving_->index, leaving_->step, values_);
    leaving_.reset();
}

}  // namespace wavesim
