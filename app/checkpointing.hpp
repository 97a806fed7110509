// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include "app/checkpoint_request.hpp"
#include "app/run_console.hpp"
#include "app/saving_console.hpp"
#include "app/stop_signal.hpp"
#include "io/result/checkpoints.hpp"
#include "io/result/result_folder.hpp"
#include "solvers/run/simulation.hpp"
#include "stencils/backend/stopwatch.hpp"
#include "stencils/problem/state_precision.hpp"

namespace wavesim {

/// Starts the shots of a run from the checkpoint in the folder. Saves new ones after each interval, in time before the
/// time limit, and when the run is asked to stop.
class Checkpointing {
  public:
    /// `total` runs since the start of the program. At most `most_waiting_bytes` of a state wait in memory for the
    /// disk. All references must outlive this object.
    Checkpointing(const CheckpointRequest& request, ResultWriter& writer, StopSignals& signals, const Stopwatch& total,
                  std::int64_t most_waiting_bytes, RunConsole& console);

    /// The states of the next shot. Throws EnvironmentError (io) when the checkpoint cannot be read any more.
    RunControl::States states(const PlanOutline& plan);
    /// Waits until the disk has the last state; warns if this fails.
    void end();
    /// Whether checkpoints are on and the same command can continue the run: from a checkpoint or, for a survey, after
    /// its complete shots.
    bool goes_on() const;

  private:
    void after_part(Simulation& run);
    void save(Simulation& run);
    void wait_telling();
    void wait();
    void tell_failure(const EnvironmentError& error);
    bool due(const Simulation& run) const;
    bool time_is_up() const;

    const CheckpointRequest request_;
    ResultWriter& writer_;
    StopSignals& signals_;
    const Stopwatch& total_;
    RunConsole& console_;
    Checkpoints checkpoints_;
    std::optional<StateFile> first_;  ///< the state from which the first shot continues
    std::optional<StateInPrecision> first_as_planned_;
    SavingConsole saving_;
    double last_s_ = 0;  ///< time of the last save
    double longest_part_s_ = 0;
    double part_began_s_ = 0;
    double estimated_save_s_ = 0;  ///< used until a save has been measured
    double reserve_s_ = 0;         ///< time kept for the files written at the end
    bool warned_ = false;
};

}  // namespace wavesim
