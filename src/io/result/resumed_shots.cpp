// SPDX-License-Identifier: MIT
#include "io/result/resumed_shots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "io/hdf5_reader.hpp"
#include "io/result/planned_files.hpp"
#include "io/result/result_folder.hpp"
#include "io/result/shot_checksum.hpp"
#include "io/result/shot_files.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

/// The program that computed a file, as stored in it; else empty.
std::string computed_by(const Hdf5Reader& shot) {
    if (!shot.has("/traces/computed_by")) return {};
    const std::vector<std::string> by = shot.strings("/traces/computed_by");
    return by.size() == 1 ? by[0] : "";
}

/// Whether a shot has the time steps of this plan. They may differ through the stencil: `stencil: auto` depends on all
/// shots.
bool has_steps_of(const Hdf5Reader& shot, const PlanOutline& plan) {
    return shot.has("/traces/stencil") &&
           shot.strings("/traces/stencil") == std::vector{plan.decision.shape.stencil.name} &&
           shot.attribute("/traces", "time_step_s", 1)[0] == plan.decision.time_step_s;
}

/// Reads a shot file with integrity record, for this plan's receivers and steps; incomplete if it was cut off. Throws
/// EnvironmentError (io).
FoundShot read_shot(const fs::path& file, const PlanOutline& plan) {
    const Hdf5Reader shot(file);
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    FoundShot found;
    if (!shot.has("/traces/pressure")) return found;
    if (!has_steps_of(shot, plan)) {
        found.lost = "has other time steps or another stencil";
        return found;
    }
    if (shot.shape("/traces/pressure") != std::vector<std::int64_t>{1, receivers, plan.decision.steps}) return found;
    found.computed_by = computed_by(shot);
    if (found.computed_by.empty()) return found;
    for (std::int64_t r = 0; r < receivers; ++r)
        for (const double p : shot.block("/traces/pressure", {0, r, 0}, {1, 1, plan.decision.steps}))
            found.peak_pa = std::max(found.peak_pa, std::abs(p));
    found.whole = true;
    return found;
}

std::string shots_text(const std::vector<std::int64_t>& shots) {
    return fmt::format("shot{} {} {}", shots.size() == 1 ? "" : "s", fmt::join(shots, ", "),
                       shots.size() == 1 ? "is" : "are");
}

}  // namespace

FoundShot find_shot(const fs::path& folder, const PlanOutline& plan, const ShotIdentity& identity) {
    const auto there = [&folder](const std::string& name) { return fs::exists(folder / name); };
    if (!std::ranges::all_of(files_of_shot(plan, identity.shot), there)) return {};
    const std::string traces = ShotFiles::name(identity.shot);
    FoundShot found;
    found.lost = why_not_intact(folder / traces, identity);
    try {
        if (found.lost.empty()) found = read_shot(folder / traces, plan);
    } catch (const EnvironmentError&) {  // an unreadable file is not a complete shot
        found = {};
    }
    if (!found.lost.empty())
        found.lost = fmt::format("{} {}; shot {} is computed again", traces, found.lost, identity.shot + 1);
    return found;
}

ResumedShots find_whole_shots(const fs::path& folder, const PlanOutline& plan, Takeover takeover) {
    ResumedShots found;
    if (!plan.scene.survey || inspect_folder(folder, plan.scene.hash) != FolderState::same_scene_incomplete)
        return found;
    std::map<std::string, std::vector<std::int64_t>> by_others;
    const Program own = program_of(plan);
    const ShotIdentities identities(plan.scene);
    for (std::int64_t shot = 0; shot < shot_count(plan.scene); ++shot) {
        const FoundShot one = find_shot(folder, plan, identities.of(plan.scene, shot));
        if (!one.lost.empty()) found.lost.push_back(one.lost);
        if (!one.whole) continue;
        const std::optional<Program> program = program_in(one.computed_by);
        if (!program || !same_bits(*program, own)) {
            if (takeover == Takeover::same_program) {
                if (found.others++ == 0) found.others_by = one.computed_by;
                continue;
            }
            by_others[one.computed_by].push_back(shot + 1);
        }
        const std::vector<std::string> files = files_of_shot(plan, shot);
        found.whole.push_back(shot);
        found.peak_pa = std::max(found.peak_pa, one.peak_pa);
        found.files.insert(found.files.end(), files.begin(), files.end());
    }
    for (const auto& [program, shots] : by_others)
        found.earlier.push_back(fmt::format("{} by {}", shots_text(shots), program));
    return found;
}

std::optional<Program> program_of_shots(const fs::path& folder, const Scene& scene) {
    const ShotIdentities identities(scene);
    for (std::int64_t shot = 0; shot < shot_count(scene); ++shot) {
        const fs::path file = folder / ShotFiles::name(shot);
        if (!fs::exists(file) || !why_not_intact(file, identities.of(scene, shot)).empty()) continue;
        try {
            if (auto program = program_in(computed_by(Hdf5Reader(file)))) return program;
        } catch (const EnvironmentError&) {  // find_whole_shots() leaves it out
        }
    }
    return {};
}

void expect_no_others(const fs::path& folder, const PlanOutline& plan, const ResumedShots& found) {
    if (found.others == 0) return;
    throw EnvironmentError(
        EnvironmentError::Kind::io,
        fmt::format("folder {} holds {} computed by {}, from which this run ({}) cannot go on with the same bits; "
                    "--continue-anyway keeps {} and says so in the result, --force computes all again, --output "
                    "chooses another folder",
                    folder.string(), found.others == 1 ? "a whole shot" : fmt::format("{} whole shots", found.others),
                    found.others_by, text_of(program_of(plan)), found.others == 1 ? "it" : "them"));
}

}  // namespace wavesim
