// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

namespace wavesim {

/// Number of threads that an environment variable allows.
struct ThreadLimit {
    std::string variable;
    int threads = 1;
};

/// The smallest limit among OMP_NUM_THREADS (its first number) and the variables in which batch systems give the
/// processors of a job, which few of them enforce: SLURM_CPUS_PER_TASK, NCPUS and PBS_NP (PBS), NSLOTS (Grid Engine),
/// LSB_DJOB_NUMPROC (LSF). Empty where none of them is an integer above 0.
std::optional<ThreadLimit> thread_limit();

}  // namespace wavesim
