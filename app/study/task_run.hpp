// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>

#include "app/study/local_run.hpp"

namespace wavesim {

/// Arguments of a task on a cluster.
struct TaskRun {
    LocalRun local;          ///< `output` of its input is the folder of the study
    std::string list;        ///< file of the cases (SentCases)
    std::size_t share = 1;   ///< index of its part of the cases, with which it begins
    std::size_t shares = 1;  ///< number of parts; it continues with cases left by other tasks
    std::string note;        ///< file in which it notes that it has begun; empty: none
    SharedCases shared;      ///< its forecasts are those of the list
};

/// Computes cases of the list until all are done or the time ends. Returns the exit code of run_shared().
int run_task(TaskRun request);

}  // namespace wavesim
