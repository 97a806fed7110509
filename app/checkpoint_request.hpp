// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// When a run saves its state.
struct CheckpointRequest {
    std::optional<CheckpointInterval> every;
    std::optional<double> time_limit_s;  ///< from the start of the program, which ends before it

    bool on() const { return every || time_limit_s; }
    /// The interval in the form that a scene has.
    std::optional<CheckpointInterval> in_scene() const { return every || !time_limit_s ? every : CheckpointInterval{}; }
};

/// Seconds after which a run with a time limit stops and saves. Before the limit it leaves twice the sum of three
/// times: that of the longest save, of the longest part between two checks of the clock, and of the results. But it
/// uses at least half of the limit.
double last_moment_s(double limit_s, double save_s, double part_s, double results_s);

/// The request from the command line. `--checkpoint-every` is an interval. `--time-limit` is a time, or `job` for the
/// time until Slurm ends the job. Empty texts request nothing. Throws UsageError.
CheckpointRequest checkpoint_request(const std::string& every, const std::string& time_limit);

}  // namespace wavesim
