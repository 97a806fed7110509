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

/// Writes the VTKHDF files of a run with the threads of a team, from copies of the values. When all copies are in use
/// the next snapshot waits. If there are no copies, because one would be too large, the calling thread writes the file.
class SnapshotWriter {
  public:
    /// At most `copies` copies at a time. `plan` must outlive this object. The team must be idle or destroyed before it
    /// is destroyed.
    SnapshotWriter(const PlanOutline& plan, int copies, WritingTeam& team);

    /// Starts writing a snapshot. Throws EnvironmentError (io), also for an earlier snapshot. The name of the file is
    /// durable after sync_folder().
    void write(const std::filesystem::path& file, double time_s, std::span<const double> values);
    /// Frees the copies until the next snapshot; all of them must have been written.
    void free_copies();

  private:
    void write_now(const std::filesystem::path& file, double time_s, std::span<const double> values);
    std::vector<double> take_copy(std::span<const double> values);
    void give_back(std::vector<double> copy);

    const PlanOutline& plan_;
    int copies_;
    WritingTeam& team_;
    std::mutex mutex_;  ///< protects the members below
    std::condition_variable returned_;
    std::vector<std::vector<double>> free_;
    bool made_ = false;
};

}  // namespace wavesim
