// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "io/result/output_files.hpp"
#include "io/result/result_file.hpp"
#include "io/result/shot_record.hpp"
#include "io/result/writing_team.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

// Files that a run writes beside result.h5 if its plan requests them. All functions throw EnvironmentError (io).

/// Time of a snapshot, s.
double time_of(const PlanOutline& plan, const ShotRecord::Snapshot& snapshot);
/// Writes the indexes of a shot's snapshots, whose files exist.
void write_snapshot_indexes(OutputFiles& files, const PlanOutline& plan, std::int64_t shot, const ShotRecord& record);
/// Writes the pictures of a shot's snapshots with the threads of an idle team; after a stop no more are drawn.
void write_pictures(OutputFiles& files, WritingTeam& team, const PlanOutline& plan, std::int64_t shot,
                    ShotRecord& record);
/// Writes the picture of a shot's traces.
void write_gather(OutputFiles& files, const PlanOutline& plan, std::int64_t shot, const TraceSource& traces);
void write_segy(OutputFiles& files, const PlanOutline& plan, const TraceSource& traces);
/// Gives all sound files the gain that brings the loudest sample to wav_peak.
void set_gain(std::vector<WrittenWav>& wavs, const ShotRecord& record);
/// Writes sound files with the threads of an idle team. Files left out after a stop are removed from the list.
void write_wavs(OutputFiles& files, WritingTeam& team, const PlanOutline& plan, std::vector<WrittenWav>& wavs,
                const ShotRecord& record);

}  // namespace wavesim
