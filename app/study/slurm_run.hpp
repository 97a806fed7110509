// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/study/study_input.hpp"

namespace wavesim {

/// How the cases of a study are sent to a cluster, for any batch system.
struct SlurmRun {
    StudyInput input;
    std::string profile;               ///< file
    std::vector<CaseState> wanted;     ///< states of the cases that are to run
    std::vector<std::string> options;  ///< options of its tasks: --threads 4, ...
    std::optional<double> time_limit_s;
};

/// Sends job arrays whose tasks compute the cases in these states, except cases that a job of the study has in the
/// queue, and reports them. Nothing is sent twice, so that the same command may be repeated at any time. Returns the
/// exit code: 0, that of the first case that is not sent because it failed, or 8 if only cases of another version are
/// left. Throws for faults of study, folder or profile, and EnvironmentError (io) with the message of the batch system.
int run_on_slurm(const SlurmRun& request);

}  // namespace wavesim
