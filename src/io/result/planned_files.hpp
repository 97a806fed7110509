// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "io/result/manifest.hpp"
#include "io/result/result_file.hpp"

namespace wavesim {

struct PlanOutline;

// Which files a run writes, relative to its folder.
inline constexpr const char* result_name = "result.h5";
inline constexpr const char* log_name = "log.txt";
inline constexpr const char* series_name = "pressure.hdf.series";
inline constexpr const char* xdmf_name = "pressure.xdmf";
inline constexpr const char* segy_name = "traces.sgy";

std::string snapshot_name(std::int64_t index);
/// Folder of a shot's snapshots or pictures, with a '/' at its end: a survey has one per shot.
std::string shot_folder(const PlanOutline& plan, const char* kind, std::int64_t shot);
/// Path of a snapshot's file.
std::string snapshot_path(const PlanOutline& plan, std::int64_t shot, std::int64_t index);
std::string picture_name(const PlanOutline& plan, std::int64_t shot, std::int64_t index);
std::string gather_name(const PlanOutline& plan, std::int64_t shot);

bool wants_pictures(const PlanOutline& plan);
bool wants_vtk(const PlanOutline& plan);

/// Sound files of a run, without gains.
std::vector<WrittenWav> planned_wavs(const PlanOutline& plan);
/// The files of one shot, or of a run without a survey, in addition to those of the complete run.
std::vector<std::string> files_of_shot(const PlanOutline& plan, std::int64_t shot);
/// Every file that the run may write.
ResultManifest plan_manifest(const PlanOutline& plan, const std::vector<WrittenWav>& wavs);

}  // namespace wavesim
