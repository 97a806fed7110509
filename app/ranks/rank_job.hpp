// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// The place of this process among those that a launcher has started as one job of MPI.
struct RankJob {
    int rank = 0;
    int size = 1;
    std::string launcher = "mpirun";

    bool alone() const { return size == 1; }
    /// Of several processes only one writes messages.
    bool speaks() const { return rank == 0; }
};

/// Exit code of a rank that leaves a message to rank 0, before any has joined the job. Launchers end all processes as
/// soon as one has another code, so rank 0 could not write its message.
inline constexpr int code_of_silent_end = 0;

/// Reads the environment of Open MPI's mpirun, of `srun --mpi=pmix` or `--mpi=pmi2`, and of MPICH's mpirun. Processes
/// that srun starts without these options know nothing of each other: each is alone.
RankJob rank_job();

}  // namespace wavesim
