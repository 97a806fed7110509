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

// What a run writes beside result.h5, where its plan asks for it. All throw EnvironmentError (io).

/// When a snapshot was taken, s.
double time_of(const PlanOutline& plan, const ShotRecord::Snapshot& snapshot);
/// The indexes of a shot's snapshots, whose files are there.
void write_snapshot_indexes(OutputFiles& files, const PlanOutline& plan, std::int64_t shot, const ShotRecord& record);
/// The pictures of a shot's snapshots, by a team that is at rest; after a stop no more are drawn.
void write_pictures(OutputFiles& files, WritingTeam& team, const PlanOutline& plan, std::int64_t shot,
                    ShotRecord& record);
/// The picture of a shot's traces.
void write_gather(OutputFiles& files, const PlanOutline& plan, std::int64_t shot, const TraceSource& traces);
void write_segy(OutputFiles& files, const PlanOutline& plan, const TraceSource& traces);
/// Gives all sound files the gain that brings the loudest sample to wav_peak.
void set_gain(std::vector<WrittenWav>& wavs, const ShotRecord& record);
/// Sound files, by a team that is at rest; those that a stop leaves out leave the list.
void write_wavs(OutputFiles& files, WritingTeam& team, const PlanOutline& plan, std::vector<WrittenWav>& wavs,
                const ShotRecord& record);

}  // namespace wavesim
