// SPDX-License-Identifier: MIT
#pragma once
#include "app/study/study_input.hpp"

namespace wavesim {

/// `study plan`: prints a table of the cases with grid, memory, time and disk, and their sums. Then throws
/// SceneFileError if cases have faults.
void report_study_plan(const StudyInput& input, bool json);
/// `study status`: prints the cases by state, from their folders, and the tasks that were sent to a cluster. Returns
/// whether any case runs or waits in the queue.
bool report_study_status(const StudyInput& input, bool json);

}  // namespace wavesim
