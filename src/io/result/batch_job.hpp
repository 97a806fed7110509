// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// The job of a batch system that this process is part of.
struct BatchJob {
    std::string system;  ///< Slurm, Grid Engine, PBS or LSF; empty: there is none
    std::string number;  ///< 4711, or 4711_3 for the third task of an array

    /// Text such as "Slurm 4711_3"; empty outside of batch jobs.
    std::string text() const { return system.empty() ? "" : system + ' ' + number; }
};

/// The batch job, from the environment variables that batch systems set.
BatchJob batch_job();

}  // namespace wavesim
