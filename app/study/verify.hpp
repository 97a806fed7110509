// SPDX-License-Identifier: MIT
#pragma once
#include "app/study/local_run.hpp"

namespace wavesim {

/// `study verify`: reads all files of the cases that are complete and says which are not as they were written. Throws
/// EndProgram (5) where there are any.
void verify_study(const StudyInput& input, bool json);
/// `study repair`: the same, and computes those cases again. Returns the exit code of run_locally().
int repair_study(LocalRun request);

}  // namespace wavesim
