// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include "app/checkpoint_request.hpp"
#include "app/run_talk.hpp"
#include "app/stop_signal.hpp"
#include "io/result/checkpoints.hpp"
#include "io/result/result_folder.hpp"
#include "solvers/simulation.hpp"
#include "stencils/stopwatch.hpp"

namespace wavesim {

/// Lets the shots of a run begin with the checkpoint that is in the folder, and saves new ones: after each interval, in
/// time before the time limit, and when the run is asked to stop.
class Checkpointing {
  public:
    /// `total` counts since the start of the program. All references must outlive it.
    Checkpointing(const CheckpointRequest& request, const ResultWriter& writer, StopSignals& signals,
                  const Stopwatch& total, RunTalk& talk);

    /// The states of the next shot. Throws EnvironmentError (io) when the checkpoint cannot be read any more.
    RunControl::States states(const Plan& plan);
    /// Waits for the disk; a warning where it fails.
    void end();
    /// Step of the checkpoint that a later run goes on from; nothing where the run was not stopped by a signal or the
    /// time limit with checkpoints on.
    const std::optional<std::int64_t>& stopped_at() const { return stopped_at_; }

  private:
    void after_part(Simulation& run);
    void save(Simulation& run);
    void wait();
    void tell_failure(const EnvironmentError& error);
    bool due(const Simulation& run) const;
    bool time_is_up() const;

    const CheckpointRequest request_;
    const ResultWriter& writer_;
    StopSignals& signals_;
    const Stopwatch& total_;
    RunTalk& talk_;
    Checkpoints checkpoints_;
    std::optional<StateFile> first_;  ///< the state that the first shot begins with
    double last_s_ = 0;               ///< when it was saved last
    double longest_part_s_ = 0;
    double part_began_s_ = 0;
    double longest_save_s_ = 0;    ///< so far
    double estimated_save_s_ = 0;  ///< before it was measured once
    double reserve_s_ = 0;         ///< for the files that are written at the end
    bool told_failure_ = false;
    std::optional<std::int64_t> stopped_at_;
};

}  // namespace wavesim
