// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "studies/cluster_profile.hpp"

namespace wavesim {

/// A job array that was sent to a cluster: one line of `slurm/jobs.txt`.
struct SentJob {
    std::string job;   ///< number
    std::string list;  ///< file of its cases in that folder
    std::size_t tasks = 0;
    BatchSystem system = BatchSystem::slurm;
};
std::vector<SentJob> read_sent_jobs(const std::filesystem::path& folder);
/// Throws EnvironmentError (io).
void add_sent_job(const std::filesystem::path& folder, const SentJob& job);

/// State of a task: in the queue, or according to the notes of its script.
struct TaskState {
    enum class Kind { queued, running, ended, failed, lost, unknown };
    Kind kind = Kind::unknown;
    bool began = false;         ///< the program itself has begun
    int exit_code = 0;          ///< failed
    std::filesystem::path log;  ///< may be absent
};

/// Describes a task, with the last line of its log.
std::string text_of(const std::string& name, const TaskState& state);

/// The tasks of the jobs of one study.
class SentTasks {
  public:
    /// Queries the batch system about tasks whose notes do not state their end. `folder` is `slurm/` of the study.
    explicit SentTasks(std::filesystem::path folder);

    struct Task {
        std::string name;  ///< JOB_TASK
        TaskState state;
    };
    /// The tasks of the list of cases that was sent last.
    const std::vector<Task>& last() const { return last_; }
    /// Lists with a task that waits or runs.
    const std::set<std::string>& lists_in_queue() const { return in_queue_; }
    /// Number of the last lists in a row that were useless: none of their tasks waits or runs, and none began the
    /// program.
    int useless_lists() const { return useless_; }
    /// Why the queue is not known; else empty.
    const std::string& silence() const { return silence_; }

  private:
    std::vector<Task> last_;
    std::set<std::string> in_queue_;
    std::string silence_;
    int useless_ = 0;
};

/// Ids of the cases in lists with a task in the queue.
std::set<std::string> queued_cases(const std::filesystem::path& folder, const SentTasks& tasks);

}  // namespace wavesim
