// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <optional>

#include "app/ranks/job_link.hpp"
#include "app/run_scene.hpp"

namespace wavesim {

/// Rank 0 of a run in which all ranks share the grid.
class RankLeader {
  public:
    /// Throws UsageError for options that are not for several ranks. Both arguments must outlive it.
    RankLeader(JobLink& link, const RunRequest& request);

    /// The run is computed on this host with the memory of all hosts. The functions throw EnvironmentError (device) if
    /// so many ranks cannot share the grid: the first one knows the draft, the second one all lists of walls and
    /// points. In between the other ranks start to plan.
    RunPlace place();

  private:
    Machine machine(const RunChoices& choices, PlanDraft& draft);
    void accept(const PreparedRun& run);
    std::unique_ptr<StencilBackend> open(const Plan& plan, const BackendEntry& row, const BackendOptions& options);

    /// The slabs of a shot: those that were accepted, or cut again for another shot.
    SlabPlan slabs_of(const Plan& plan, const BackendEntry& row, const BackendOptions& options);

    JobLink& link_;
    const RunRequest& request_;
    std::optional<SlabPlan> accepted_;  ///< until its shot is opened
    std::int64_t accepted_shot_ = 0;
};

}  // namespace wavesim
