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
    std::string name;                    ///< name of the job
    std::filesystem::path list;          ///< of the cases (SentCases)
    std::filesystem::path output;        ///< folder of the study
    std::filesystem::path logs;          ///< output of the tasks: JOB_TASK.log
    std::filesystem::path notes;         ///< notes of the script about a task: JOB_TASK
    std::vector<std::string> options;    ///< further options of `study task`
    std::optional<double> time_limit_s;  ///< of a task, whose job may end earlier
    std::string memory;                  ///< of a task, if the profile does not state it
    std::size_t first = 0;               ///< number of tasks of earlier arrays with the same list
    std::size_t tasks = 0;
    std::size_t all_tasks = 0;  ///< number of tasks of all arrays with the same list
};

/// The script of the tasks. It determines the end of its job (outside of a container) and notes start, end and exit
/// code. After the exit code 75 it puts itself back into the queue.
std::string job_script(const ClusterProfile& profile, const JobArray& array);

/// The command that sends a script and prints the number of the job. File names are arguments, so they may contain any
/// character.
std::vector<std::string> words_to_send(const ClusterProfile& profile, const JobArray& array,
                                       const std::filesystem::path& script);

}  // namespace wavesim
