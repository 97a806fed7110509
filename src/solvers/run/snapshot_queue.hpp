// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "solvers/plan/plan.hpp"
#include "solvers/run/recorder.hpp"
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// Passes snapshots from the backend to the recorder. A snapshot is copied while the next steps run, and passed on at
/// the next call.
class SnapshotQueue {
  public:
    /// All three arguments must outlive the object.
    SnapshotQueue(const std::optional<PlannedSnapshots>& planned, StencilBackend& backend, Recorder& recorder)
        : planned_(planned), backend_(backend), recorder_(recorder) {}

    /// Starts copying the snapshot of the current step, if there is one; no other may be in progress.
    void start_if_due();
    /// Passes the copied snapshot to the recorder, also while steps run.
    void hand_over();

  private:
    struct Leaving {
        std::int64_t index, step;
    };
    const std::optional<PlannedSnapshots>& planned_;
    StencilBackend& backend_;
    Recorder& recorder_;
    std::optional<Leaving> leaving_;
    std::vector<double> values_;  ///< values of the snapshot in progress
};

}  // namespace wavesim
