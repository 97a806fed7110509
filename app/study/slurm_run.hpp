// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "app/study/study_input.hpp"

namespace wavesim {

/// How the cases of a study are sent to a cluster.
struct SlurmRun {
    StudyInput input;
    std::string profile;            ///< file
    std::vector<CaseState> wanted;  ///< states of the cases that are to run
};

/// Sends a job array with the cases in those states that no job of the study has in the queue, and says which. Nothing
/// is sent twice: the same command may be called at any time. Throws what is wrong with study, folder or profile, and
/// EnvironmentError (io) with the words of sbatch.
void run_on_slurm(const SlurmRun& request);

}  // namespace wavesim
