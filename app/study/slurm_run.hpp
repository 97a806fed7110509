// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/study/study_input.hpp"

namespace wavesim {

/// How the cases of a study are sent to a cluster.
struct SlurmRun {
    StudyInput input;
    std::string profile;               ///< file
    std::vector<CaseState> wanted;     ///< states of the cases that are to run
    std::vector<std::string> options;  ///< of its tasks: --threads 4, ...
    std::optional<double> time_limit_s;
};

/// Sends job arrays whose tasks compute the cases in those states that no job of the study has in the queue, and says
/// which. Nothing is sent twice: the same command may be called at any time. Returns the exit code: 0, that of the
/// first case that is not sent because it failed, or 8 where only cases of another version are left. Throws what is
/// wrong with study, folder or profile, and EnvironmentError (io) with the words of the batch system.
int run_on_slurm(const SlurmRun& request);

}  // namespace wavesim
