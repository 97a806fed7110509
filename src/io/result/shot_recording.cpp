// SPDX-License-Identifier: MIT
#include "io/result/shot_recording.hpp"

#include "io/atomic_file.hpp"
#include "io/result/derived_files.hpp"
#include "io/result/planned_files.hpp"
#include "solvers/plan/writing_forecast.hpp"

namespace wavesim {

ShotRecording::ShotRecording(const PlanView& planned, OutputFiles& files_, int threads)
    : plan(planned.outline()),
      files(files_),
      record(planned, files.folder()),
      draws_ahead(plan.forecast.memory.device > 0),
      snapshots(plan, snapshot_copies(plan, threads), team),
      team(writing_threads(threads)) {}

void ShotRecording::take_snapshot(std::int64_t shot, const ShotRecord::Snapshot& taken,
                                  std::span<const double> values) {
    if (record.pictures()) record.pictures()->add(values);
    if (record.pictures() && draws_ahead) record.pictures()->draw_ahead(team.pool, time_of(plan, taken));
    record.add_snapshot(taken);
    if (!wants_vtk(plan)) return;
    const std::string name = snapshot_path(plan, shot, taken.index);
    snapshots.write(files.folder() / name, time_of(plan, taken), values);
    files.add(name);
}

void ShotRecording::settle(std::int64_t shot) {
    team.pool.wait();
    snapshots.free_copies();
    if (record.pictures()) record.pictures()->settle(team.pool);
    if (wants_vtk(plan) && !record.snapshots().empty())
        sync_folder(files.folder() / shot_folder(plan, "snapshots", shot));
}

void ShotRecording::write_files(std::int64_t shot) {
    settle(shot);
    write_snapshot_indexes(files, plan, shot, record);
    write_pictures(files, team, plan, shot, record);
}

}  // namespace wavesim
