// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "app/study/study_input.hpp"
#include "app/study/study_talk.hpp"

namespace wavesim {

/// How the cases of a study run on this machine.
struct LocalRun {
    StudyInput input;
    int at_once = 0;        ///< cases; 0: by cores, memory and GPUs
    int threads = 0;        ///< per case; 0: the cores shared out
    int cases_per_gpu = 1;  ///< more than one share a GPU
    std::string checkpoint_every;
    std::string time_limit;
    std::string progress = "auto";
    std::vector<CaseState> wanted;  ///< states of the cases that are to run
};

/// Runs the cases in those states with persistent workers; a case that fails stops no other. Returns the exit code: 0
/// where all chosen cases are complete, 128 + signal, 75 where cases wait to go on, else the code of the first failed
/// case. Throws what is wrong with the study or its folder.
int run_locally(const LocalRun& request);

}  // namespace wavesim
