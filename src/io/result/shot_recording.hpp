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

/// A shot while it is recorded, and the threads that write its snapshots and pictures.
struct ShotRecording {
    /// `plan` and `files` must outlive it. Throws EnvironmentError (io).
    ShotRecording(const PlanView& plan, OutputFiles& files, int threads);

    void take_snapshot(std::int64_t shot, const ShotRecord::Snapshot& taken, std::span<const double> values);
    /// Every snapshot taken stands on the disk, and what the darkest colour of the pictures is, is known.
    void settle(std::int64_t shot);
    /// Settles; then the indexes and pictures of the snapshots.
    void write_files(std::int64_t shot);

    const PlanOutline& plan;
    OutputFiles& files;
    ShotRecord record;
    bool draws_ahead;  ///< pictures, while steps run
    SnapshotWriter snapshots;
    WritingTeam team;  ///< gone before what its jobs refer to
};

}  // namespace wavesim
