// SPDX-License-Identifier: MIT
#include "io/result/shared_survey.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "io/atomic_file.hpp"
#include "io/result/derived_files.hpp"
#include "io/result/folder_claim.hpp"
#include "io/result/planned_files.hpp"
#include "io/result/result_folder.hpp"
#include "io/result/resumed_shots.hpp"
#include "io/result/run_origin.hpp"
#include "io/result/shot_files.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

const fs::path& made(const fs::path& folder) {
    make_folder(folder);
    return folder;
}

/// Whether all shots of an earlier survey are shots of this one with the same numbers; false if it has none.
bool goes_on_with(const fs::path& folder, const ResultManifest& old, const PlanOutline& plan) {
    const ShotIdentities identities(plan.scene);
    const std::string shots_folder = fs::path(ShotFiles::name(0)).parent_path().string() + '/';
    std::int64_t kept = 0;
    for (const std::string& file : old.files) {
        if (!file.starts_with(shots_folder) || !file.ends_with(".h5") || !fs::exists(folder / file)) continue;
        const std::optional<ShotIdentity> found = identity_in(folder / file);
        if (!found) continue;  // computed again
        if (found->shot >= shot_count(plan.scene)) return false;
        if (identities.of(plan.scene, found->shot).scene_hash != found->scene_hash) return false;
        ++kept;
    }
    return kept > 0;
}

}  // namespace

SharedSurvey::SharedSurvey(const fs::path& folder, const PlanView& plan, Takeover takeover, int threads)
    : plan_(plan.outline()),
      takeover_(takeover),
      folder_lock_(made(folder), FolderLock::Mode::shared),
      locks_(folder),
      files_(folder),
      recording_(plan, files_, threads) {
    locks_.take_list();
    claim();
    locks_.give_back_list();
}

void SharedSurvey::claim() {
    const fs::path& folder = files_.folder();
    const Scene& scene = plan_.scene;
    ResultManifest planned = plan_manifest(plan_, planned_wavs(plan_));
    const RunOrigin origin = run_origin();
    planned.host = origin.host;
    planned.process = origin.process;
    const std::optional<ResultManifest> old = read_manifest(folder);
    switch (inspect_folder(folder, scene.hash)) {
        case FolderState::absent:
        case FolderState::empty: claim_folder(folder, planned, false); return;
        case FolderState::same_scene_incomplete:
        case FolderState::complete: break;
        case FolderState::foreign:
        case FolderState::other_scene:
            if (!old || !goes_on_with(folder, *old, plan_))
                return expect_claimable(folder, scene.name, scene.hash, false);
            planned.files.insert(planned.files.end(), old->files.begin(), old->files.end());
            write_manifest(folder, planned);
    }
    for (const std::string& name : planned.files)
        if (const fs::path part = fs::path(name).parent_path(); !part.empty()) make_folder(folder / part);
}

SharedSurvey::Turn SharedSurvey::take(std::int64_t shot) {
    lost_.clear();
    if (!locks_.take(shot)) return Turn::others;
    shot_ = shot;
    const FoundShot found = find_shot(files_.folder(), plan_, ShotIdentities(plan_.scene).of(plan_.scene, shot));
    lost_ = found.lost;
    if (!found.whole) return Turn::mine;
    if (takeover_ == Takeover::same_program) {
        const std::optional<Program> program = program_in(found.computed_by);
        ResumedShots others;
        others.others = !program || !same_bits(*program, program_of(plan_)) ? 1 : 0;
        others.others_by = found.computed_by;
        expect_no_others(files_.folder(), plan_, others);
    }
    pass_over();
    return Turn::done;
}

void SharedSurvey::end_shot() {
    recording_.write_files(shot_);
    write_gather(files_, plan_, shot_, recording_.record);
    ShotFiles(files_.folder(), plan_).add(shot_, recording_.record.samples(), text_of(program_of(plan_)));
    recording_.record.clear();
    pass_over();
}

void SharedSurvey::pass_over() {
    locks_.give_back(shot_);
    shot_ = -1;
}

std::int64_t SharedSurvey::shots_there() const {
    std::int64_t there = 0;
    for (std::int64_t shot = 0; shot < shot_count(plan_.scene); ++shot)
        there += fs::exists(files_.folder() / ShotFiles::name(shot)) ? 1 : 0;
    return there;
}

void SharedSurvey::traces(std::int64_t, std::int64_t, std::span<const double> values) {
    recording_.record.add_samples(values);
}

double SharedSurvey::correct_traces(const TraceCorrection& correction) { return recording_.record.correct(correction); }

void SharedSurvey::snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) {
    recording_.take_snapshot(shot_, {index, step}, values);
}

void SharedSurvey::save(StateSink&) { throw std::logic_error("a shot of a shared survey has no checkpoint"); }
void SharedSurvey::load(StateSource&) { throw std::logic_error("a shot of a shared survey has no checkpoint"); }

}  // namespace wavesim
