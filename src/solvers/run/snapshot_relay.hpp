// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "solvers/plan/plan.hpp"
#include "solvers/run/recorder.hpp"
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// Takes snapshots from the backend to the recorder: one is copied while the next steps run, and is passed on at
/// the next call.
class SnapshotRelay {
  public:
    /// All three must outlive it.
    SnapshotRelay(const std::optional<PlannedSnapshots>& planned, StencilBackend& backend, Recorder& recorder)
        : planned_(planned), backend_(backend), recorder_(recorder) {}

    /// Starts to read the snapshot of the current step, where it has one; none may be on its way.
    void start_if_due();
    /// Gives the recorder what is on its way, also while steps run.
    void hand_over();

  private:
    struct Leaving {
        std::int64_t index, step;
    };
    const std::optional<PlannedSnapshots>& planned_;
    StencilBackend& backend_;
    Recorder& recorder_;
    std::optional<Leaving> leaving_;
    std::vector<double> values_;  ///< of the snapshot that leaves
};

}  // namespace wavesim
