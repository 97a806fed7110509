// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

namespace wavesim {

/// Threads that a variable of the environment allows.
struct ThreadLimit {
    std::string variable;
    int threads = 1;
};

/// The smallest limit among OMP_NUM_THREADS (its first number) and what batch systems say of the processors of a job,
/// which few of them enforce: SLURM_CPUS_PER_TASK, NCPUS and PBS_NP (PBS), NSLOTS (Grid Engine), LSB_DJOB_NUMPROC
/// (LSF). Nothing where none of them is set to a whole number above 0.
std::optional<ThreadLimit> thread_limit();

}  // namespace wavesim
