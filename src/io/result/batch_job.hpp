// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// The job of a batch system that this process is part of.
struct BatchJob {
    std::string system;  ///< Slurm, Grid Engine, PBS or LSF; empty: there is none
    std::string number;  ///< 4711, or 4711_3 for the third task of an array

    /// Such as "Slurm 4711_3"; empty where there is none.
    std::string text() const { return system.empty() ? "" : system + ' ' + number; }
};

/// By the variables that batch systems set for their jobs.
BatchJob batch_job();

}  // namespace wavesim
