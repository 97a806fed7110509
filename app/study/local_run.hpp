// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/study/local_node.hpp"
#include "app/study/study_input.hpp"
#include "app/study/study_talk.hpp"
#include "studies/case_schedule.hpp"

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
    bool others_may_stay = false;   ///< cases in other states do not matter for the exit code
    bool wait = false;              ///< until other processes have computed the cases that they have, or are gone
    std::optional<LocalNode> node;  ///< nothing: this computer
};

/// Runs the cases in those states with persistent workers; a case that fails stops no other, a full disk stops all.
/// Returns the exit code: 0 where all chosen cases are complete, 128 + signal, the code of the first failed case, 75
/// where cases wait to go on or other processes have them, 8 where cases of another version are left. Throws what is
/// wrong with the study or its folder.
int run_locally(const LocalRun& request);

/// Cases that were sent to a cluster, in the hands of one of its tasks. Others take the same cases, in another order.
struct SharedCases {
    std::vector<CaseForecast> forecasts;  ///< of the chosen cases
    int attempts = 0;                     ///< that may fail before a case is left alone; 0: any number
    int cores = 0;                        ///< of the task; 0: as the environment says
};
/// The chosen cases of a study whose folder is there: those that are complete are passed over when their turn comes.
/// Returns 75 where time is over and cases are left, 0 where other tasks have what is left, else as run_locally().
int run_shared(const LocalRun& request, const OpenStudy& open, const SharedCases& shared);

}  // namespace wavesim
