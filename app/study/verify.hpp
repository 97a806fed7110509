// SPDX-License-Identifier: MIT
#pragma once
#include "app/study/local_run.hpp"

namespace wavesim {

/// `study verify`: reads all files of the complete cases and reports the damaged ones. Throws EndProgram (5) if there
/// are any.
void verify_study(const StudyInput& input, bool json);
/// `study repair`: the same, and computes these cases again. Returns the exit code of run_locally().
int repair_study(LocalRun request);

}  // namespace wavesim
