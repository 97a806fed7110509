// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>

#include "app/study/local_run.hpp"

namespace wavesim {

/// What a task of a cluster is told.
struct TaskRun {
    LocalRun local;          ///< `output` of its input is the folder of the study
    std::string list;        ///< file of the cases (SentCases)
    std::size_t share = 1;   ///< it begins with this one
    std::size_t shares = 1;  ///< of so many, and goes on with what the others leave
    std::string note;        ///< file in which it says that it has begun; empty: none
    SharedCases shared;      ///< its forecasts are those of the list
};

/// Takes cases of the list until all are done or the time ends. Returns the exit code of run_shared().
int run_task(TaskRun request);

}  // namespace wavesim
