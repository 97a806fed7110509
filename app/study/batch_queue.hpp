// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "studies/cluster_profile.hpp"

namespace wavesim {

/// Tasks that wait or run, by number of the job and of the task.
struct BatchQueue {
    enum class Place { waits, runs };
    std::map<std::pair<std::string, std::size_t>, Place> tasks;
    std::string silence;  ///< why the batch system gives no answer; empty: it does
};

/// Queries the tasks of these jobs. Jobs that the system no longer knows have none.
BatchQueue ask_queue(BatchSystem system, const std::vector<std::string>& jobs);

/// Parses the output of `squeue --noheader --array --states all --format '%F %K %T'`.
BatchQueue parse_squeue(const std::string& text);
/// Parses the output of `qstat` of Grid Engine for all jobs of the user.
BatchQueue parse_sge_qstat(const std::string& text);
/// Parses the output of `qstat -t -f -F json` of PBS Professional and OpenPBS.
BatchQueue parse_pbs_qstat(const std::string& text);

/// Largest number of tasks in one array, from the output of `scontrol show config`; the default of Slurm if it is not
/// given there.
std::size_t most_slurm_tasks(const std::string& config);

/// Memory limit of this job in bytes, if Slurm gives one; else the largest integer. Clusters may enforce the limit in a
/// way that the kernel does not show.
std::int64_t memory_of_slurm_job();

}  // namespace wavesim
