// SPDX-License-Identifier: MIT
#include "io/result/planned_files.hpp"

#include <fmt/format.h>

#include "io/result/checkpoints.hpp"
#include "io/result/response_files.hpp"
#include "io/result/run_numbers.hpp"
#include "io/result/shot_files.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {

std::string snapshot_name(std::int64_t index) { return fmt::format("pressure_{:06}.hdf", index); }

std::string shot_folder(const PlanOutline& plan, const char* kind, std::int64_t shot) {
    return plan.scene.survey ? fmt::format("{}/shot_{:06}/", kind, shot + 1) : fmt::format("{}/", kind);
}

std::string snapshot_path(const PlanOutline& plan, std::int64_t shot, std::int64_t index) {
    return shot_folder(plan, "snapshots", shot) + snapshot_name(index);
}

std::string picture_name(const PlanOutline& plan, std::int64_t shot, std::int64_t index) {
    return fmt::format("{}pressure_{:06}.png", shot_folder(plan, "pictures", shot), index);
}

std::string gather_name(const PlanOutline& plan, std::int64_t shot) {
    return plan.scene.survey ? fmt::format("pictures/gather_{:06}.png", shot + 1) : "pictures/gather.png";
}

bool wants_pictures(const PlanOutline& plan) {
    return plan.decision.snapshots && plan.scene.outputs.snapshots && plan.scene.outputs.snapshots->png &&
           (plan.scene.outputs.snapshots->plane || plan.scene.dims == 2);
}

bool wants_vtk(const PlanOutline& plan) {
    return plan.decision.snapshots && plan.scene.outputs.snapshots && plan.scene.outputs.snapshots->vtk;
}

std::vector<WrittenWav> planned_wavs(const PlanOutline& plan) {
    std::vector<WrittenWav> wavs;
    if (!plan.scene.outputs.traces.wav_rate_hz) return wavs;
    std::vector<std::string> names;
    for (const ReceiverRequest& receiver : plan.scene.receivers) names.push_back(receiver.name);
    for (const std::string& stem : file_stems(names)) wavs.push_back({"audio/" + stem + ".wav", 1});
    return wavs;
}

std::vector<std::string> files_of_shot(const PlanOutline& plan, std::int64_t shot) {
    std::vector<std::string> files;
    if (plan.scene.survey) files.push_back(ShotFiles::name(shot));
    if (plan.scene.outputs.traces.gather) files.push_back(gather_name(plan, shot));
    if (wants_vtk(plan)) {
        const std::string into = shot_folder(plan, "snapshots", shot);
        files.insert(files.end(), {into + series_name, into + xdmf_name});
        for (std::int64_t i = 0; i < plan.decision.snapshots->count; ++i) files.push_back(into + snapshot_name(i));
    }
    if (wants_pictures(plan))
        for (std::int64_t i = 0; i < plan.decision.snapshots->count; ++i) files.push_back(picture_name(plan, shot, i));
    return files;
}

ResultManifest plan_manifest(const PlanOutline& plan, const std::vector<WrittenWav>& wavs) {
    ResultManifest manifest{ResultManifest::State::running, plan.scene.name, plan.scene.hash, {result_name, log_name}};
    manifest.files.insert(manifest.files.end(), checkpoint_names.begin(), checkpoint_names.end());
    for (const WrittenWav& wav : wavs) manifest.files.push_back(wav.file);
    for (const std::string& name : response_names(plan)) manifest.files.push_back(name);
    for (const std::string& name : ambisonic_names(plan)) manifest.files.push_back(name);
    if (plan.scene.outputs.metrics)
        manifest.files.insert(manifest.files.end(), {numbers_csv_name, means_csv_name, numbers_json_name});
    if (plan.decision.segy) manifest.files.emplace_back(segy_name);
    for (std::int64_t shot = 0; shot < shot_count(plan.scene); ++shot) {
        const std::vector<std::string> files = files_of_shot(plan, shot);
        manifest.files.insert(manifest.files.end(), files.begin(), files.end());
    }
    return manifest;
}

}  // namespace wavesim
