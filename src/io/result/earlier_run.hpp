// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "io/result/checkpoints.hpp"
#include "io/result/resumed_shots.hpp"
#include "io/result/takeover.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

// Parts of an earlier run in the folder that a new run takes over. Both functions that read files throw
// EnvironmentError (io) if another program computed the parts than `takeover` allows.

/// The shots of an earlier run that are kept.
ResumedShots shots_that_stay(const std::filesystem::path& folder, const PlanOutline& plan, Takeover takeover);

/// The checkpoint from which the run continues: that of the first shot that is not in `before`.
FoundCheckpoint checkpoint_of(const std::filesystem::path& folder, const PlanOutline& plan, const ResumedShots& before,
                              Takeover takeover);

/// Files in the folder that this run needs.
std::vector<std::string> files_that_stay(const ResumedShots& before, const FoundCheckpoint& checkpoint);

}  // namespace wavesim
