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
#include "io/result/shot_files.hpp"
#include "io/result/shot_seal.hpp"
#include "solvers/fault.hpp"
#include "solvers/survey.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

struct WholeShot {
    std::string computed_by;
    double peak_pa = 0;  ///< largest |pressure|
};

/// What a file says about what computed it; empty where it does not.
std::string computed_by(const Hdf5Reader& shot) {
    if (!shot.has("/traces/computed_by")) return {};
    const std::vector<std::string> by = shot.strings("/traces/computed_by");
    return by.size() == 1 ? by[0] : "";
}

/// A shot of this plan's receivers and steps; nothing where it was cut off. Throws EnvironmentError (io).
std::optional<WholeShot> read_shot(const fs::path& file, const Plan& plan) {
    const Hdf5Reader shot(file);
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    if (!shot.has("/traces/pressure")) return {};
    if (shot.shape("/traces/pressure") != std::vector<std::int64_t>{1, receivers, plan.decision.steps}) return {};
    WholeShot found{computed_by(shot), 0};
    if (found.computed_by.empty()) return {};
    for (std::int64_t r = 0; r < receivers; ++r)
        for (const double p : shot.block("/traces/pressure", {0, r, 0}, {1, 1, plan.decision.steps}))
            found.peak_pa = std::max(found.peak_pa, std::abs(p));
    return found;
}

/// The same; a file that cannot be read is no whole shot.
std::optional<WholeShot> read_whole_shot(const fs::path& file, const Plan& plan) {
    try {
        return read_shot(file, plan);
    } catch (const EnvironmentError&) {
        return {};
    }
}

std::string shots_text(const std::vector<std::int64_t>& shots) {
    return fmt::format("shot{} {} {}", shots.size() == 1 ? "" : "s", fmt::join(shots, ", "),
                       shots.size() == 1 ? "is" : "are");
}

}  // namespace

ResumedShots find_whole_shots(const fs::path& folder, const Plan& plan, Takeover takeover) {
    ResumedShots found;
    if (!plan.scene.survey || inspect_folder(folder, plan.scene.hash) != FolderState::same_scene_incomplete)
        return found;
    std::map<std::string, std::vector<std::int64_t>> by_others;
    const Program own = program_of(plan);
    const auto there = [&](const std::string& name) { return fs::exists(folder / name); };
    for (std::int64_t shot = 0; shot < shot_count(plan.scene); ++shot) {
        const std::string traces = ShotFiles::name(shot);
        const std::vector<std::string> files = files_of_shot(plan, shot);
        if (!std::all_of(files.begin(), files.end(), there)) continue;
        if (const std::string why = why_not_sealed(folder / traces, {plan.scene.hash, shot}); !why.empty()) {
            found.lost.push_back(fmt::format("{} {}; shot {} is computed again", traces, why, shot + 1));
            continue;
        }
        const std::optional<WholeShot> whole = read_whole_shot(folder / traces, plan);
        if (!whole) continue;
        const std::optional<Program> program = program_in(whole->computed_by);
        if (!program || !same_bits(*program, own)) {
            if (takeover == Takeover::same_program) {
                if (found.others++ == 0) found.others_by = whole->computed_by;
                continue;
            }
            by_others[whole->computed_by].push_back(shot + 1);
        }
        found.whole.push_back(shot);
        found.peak_pa = std::max(found.peak_pa, whole->peak_pa);
        found.files.insert(found.files.end(), files.begin(), files.end());
    }
    for (const auto& [program, shots] : by_others)
        found.earlier.push_back(fmt::format("{} by {}", shots_text(shots), program));
    return found;
}

std::optional<Program> program_of_shots(const fs::path& folder, const std::string& scene_hash, std::int64_t shots) {
    for (std::int64_t shot = 0; shot < shots; ++shot) {
        const fs::path file = folder / ShotFiles::name(shot);
        if (!fs::exists(file) || !why_not_sealed(file, {scene_hash, shot}).empty()) continue;
        try {
            if (auto program = program_in(computed_by(Hdf5Reader(file)))) return program;
        } catch (const EnvironmentError&) {  // find_whole_shots() leaves it out
        }
    }
    return {};
}

void expect_no_others(const fs::path& folder, const Plan& plan, const ResumedShots& found) {
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
