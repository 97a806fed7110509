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

// What a run takes over from an earlier one in its folder. Both functions that read throw EnvironmentError (io) where
// something else computed it than `takeover` allows.

/// The shots of an earlier run that stay.
ResumedShots shots_that_stay(const std::filesystem::path& folder, const PlanOutline& plan, Takeover takeover);

/// The checkpoint that the run goes on from: of the first shot that is not in `before`.
FoundCheckpoint checkpoint_of(const std::filesystem::path& folder, const PlanOutline& plan, const ResumedShots& before,
                              Takeover takeover);

/// Files in the folder that this run needs.
std::vector<std::string> files_that_stay(const ResumedShots& before, const FoundCheckpoint& checkpoint);

}  // namespace wavesim
