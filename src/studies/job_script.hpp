// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "studies/cluster_profile.hpp"

namespace wavesim {

/// An array of tasks that take cases from one list until their time ends.
struct JobArray {
    std::string name;                    ///< of the job
    std::filesystem::path list;          ///< of the cases (SentCases)
    std::filesystem::path output;        ///< folder of the study
    std::filesystem::path logs;          ///< what tasks print: JOB_TASK.log
    std::filesystem::path notes;         ///< what the script notes of a task: JOB_TASK
    std::vector<std::string> options;    ///< of `study task`, beside these
    std::optional<double> time_limit_s;  ///< of a task, whose job may end earlier
    std::string memory;                  ///< of a task where the profile does not say
    std::size_t first = 0;               ///< tasks of other arrays of the list before these
    std::size_t tasks = 0;
    std::size_t all_tasks = 0;  ///< of all arrays of the list
};

/// The script of the tasks. It finds out when its job ends, outside of a container; notes start, end and exit code; and
/// puts itself back into the queue after an exit code of 75.
std::string job_script(const ClusterProfile& profile, const JobArray& array);

/// The words that send a script, which print the number of the job. Names of files are arguments, so that any
/// character may stand in them.
std::vector<std::string> words_to_send(const ClusterProfile& profile, const JobArray& array,
                                       const std::filesystem::path& script);

}  // namespace wavesim
