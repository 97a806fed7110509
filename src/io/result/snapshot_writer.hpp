// SPDX-License-Identifier: MIT
#pragma once
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <span>
#include <vector>

#include "io/result/snapshot_file.hpp"
#include "io/result/writing_team.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Writes the VTKHDF files of a run on the threads of a team, from copies of the values. When all copies are in use the
/// next snapshot waits. Where there are none, because one would be large, the thread that hands a snapshot over writes
/// it.
class SnapshotWriter {
  public:
    /// `copies` at most at a time. `plan` must outlive it; the team must be at rest or gone before it is.
    SnapshotWriter(const PlanOutline& plan, int copies, WritingTeam& team);

    /// Begins to write a snapshot. Throws EnvironmentError (io), also for one before it. What a file is called is
    /// durable after sync_folder().
    void write(const std::filesystem::path& file, double time_s, std::span<const double> values);
    /// Frees the copies, until the next snapshot; all have been written.
    void free_copies();

  private:
    void write_now(const std::filesystem::path& file, double time_s, std::span<const double> values);
    std::vector<double> take_copy(std::span<const double> values);
    void give_back(std::vector<double> copy);

    const PlanOutline& plan_;
    int copies_;
    WritingTeam& team_;
    std::mutex mutex_;  ///< of what follows
    std::condition_variable returned_;
    std::vector<std::vector<double>> free_;
    bool made_ = false;
};

}  // namespace wavesim
