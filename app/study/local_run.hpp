// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/study/local_node.hpp"
#include "app/study/study_console.hpp"
#include "app/study/study_input.hpp"
#include "studies/case_schedule.hpp"

namespace wavesim {

/// How the cases of a study run on this machine.
struct LocalRun {
    StudyInput input;
    int at_once = 0;        ///< number of cases at the same time; 0: by cores, memory and GPUs
    int threads = 0;        ///< per case; 0: the cores are divided among the cases
    int cases_per_gpu = 1;  ///< more than one share a GPU
    std::string checkpoint_every;
    std::string time_limit;
    std::string progress = "auto";
    std::vector<CaseState> wanted;  ///< states of the cases that are to run
    bool others_may_stay = false;   ///< cases in other states do not affect the exit code
    bool wait = false;              ///< wait until other processes have completed their cases or are gone
    std::optional<LocalNode> node;  ///< nothing: this computer
};

/// Runs the cases in those states with persistent workers. A failed case stops no other case, a full disk stops all.
/// Returns the exit code: 0 if all chosen cases are complete, 128 + signal, or the code of the first failed case. It is
/// 75 if stopped cases can continue or other processes compute the rest, and 8 if only cases of another version are
/// left. Throws for faults of the study or its folder.
int run_locally(const LocalRun& request);

/// Cases that were sent to a cluster, for one of its tasks. Other tasks work on the same cases in another order.
struct SharedCases {
    std::vector<CaseForecast> forecasts;  ///< of the chosen cases
    int attempts = 0;                     ///< failed attempts after which a case is not tried again; 0: any number
    int cores = 0;                        ///< cores of the task; 0: as the environment states
};
/// Computes the chosen cases of a study whose folder exists; complete cases are skipped when their turn comes. Returns
/// 75 if the time is over and cases are left, 0 if other tasks compute the rest, else as run_locally().
int run_shared(const LocalRun& request, const OpenStudy& open, const SharedCases& shared);

}  // namespace wavesim
