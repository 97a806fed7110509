// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>

#include "io/result/output_files.hpp"
#include "io/result/shot_record.hpp"
#include "io/result/snapshot_writer.hpp"
#include "io/result/writing_team.hpp"
#include "solvers/plan/plan_view.hpp"

namespace wavesim {

/// A shot being recorded, and the threads that write its snapshots and pictures.
struct ShotRecording {
    /// `plan` and `files` must outlive it. Throws EnvironmentError (io).
    ShotRecording(const PlanView& plan, OutputFiles& files, int threads);

    void take_snapshot(std::int64_t shot, const ShotRecord::Snapshot& taken, std::span<const double> values);
    /// Returns when all snapshots are on the disk and the darkest colour of the pictures is known.
    void settle(std::int64_t shot);
    /// Calls settle(), then writes the indexes and pictures of the snapshots.
    void write_files(std::int64_t shot);

    const PlanOutline& plan;
    OutputFiles& files;
    ShotRecord record;
    bool draws_ahead;  ///< whether pictures are drawn while steps run
    SnapshotWriter snapshots;
    WritingTeam team;  ///< declared last: destroyed before the objects to which its jobs refer
};

}  // namespace wavesim
