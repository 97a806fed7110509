// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// When a run saves its state.
struct CheckpointRequest {
    std::optional<CheckpointInterval> every;
    std::optional<double> time_limit_s;  ///< since the start of the program: it ends before

    bool on() const { return every || time_limit_s; }
    /// As the scene would say it.
    std::optional<CheckpointInterval> in_scene() const { return every || !time_limit_s ? every : CheckpointInterval{}; }
};

/// Seconds after which a run with a time limit stops and saves. It leaves twice the time of the longest save, the
/// longest part between two looks at the clock and the writing of results. But it uses at least half of the limit.
double last_moment_s(double limit_s, double save_s, double part_s, double results_s);

/// The request of the command line: `--checkpoint-every`; `--time-limit`, a time or `job`, which asks Slurm when the
/// job ends. Empty texts ask for nothing. Throws UsageError.
CheckpointRequest checkpoint_request(const std::string& every, const std::string& time_limit);

}  // namespace wavesim
