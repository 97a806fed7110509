// SPDX-License-Identifier: MIT
#include "io/result/resumed_shots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/hdf5_reader.hpp"
#include "io/result/planned_files.hpp"
#include "io/result/result_folder.hpp"
#include "io/result/shot_files.hpp"
#include "io/result/shot_seal.hpp"
#include "solvers/fault.hpp"
#include "solvers/survey.hpp"
#include "stencils/words.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

struct WholeShot {
    std::string computed_by;
    double peak_pa = 0;  ///< largest |pressure|; of a shot that the plan's backend computed
};

/// A shot of this plan's receivers and steps; nothing where it was cut off. Throws EnvironmentError (io).
std::optional<WholeShot> read_shot(const fs::path& file, const Plan& plan) {
    const Hdf5Reader shot(file);
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    for (const char* needed : {"/traces/pressure", "/traces/computed_by"})
        if (!shot.has(needed)) return {};
    if (shot.shape("/traces/pressure") != std::vector<std::int64_t>{1, receivers, plan.decision.steps}) return {};
    const std::vector<std::string> by = shot.strings("/traces/computed_by");
    if (by.size() != 1) return {};
    WholeShot found{by[0], 0};
    if (found.computed_by != computed_by(plan)) return found;
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

}  // namespace

std::string planned_isa(const Plan& plan) { return plan.decision.regions.empty() ? "" : plan.decision.regions[0].isa; }

std::string computed_by(const Plan& plan) {
    return fmt::format("wavesim {}, {} {}, {}", wavesim_version(), plan.decision.backend, planned_isa(plan),
                       std::string(word_of(plan.decision.shape.precision)));
}

ResumedShots find_whole_shots(const fs::path& folder, const Plan& plan) {
    ResumedShots found;
    if (!plan.scene.survey || inspect_folder(folder, plan.scene.hash) != FolderState::same_scene_incomplete)
        return found;
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
        if (whole->computed_by != computed_by(plan)) {
            if (found.others++ == 0) found.others_by = whole->computed_by;
            continue;
        }
        found.whole.push_back(shot);
        found.peak_pa = std::max(found.peak_pa, whole->peak_pa);
        found.files.insert(found.files.end(), files.begin(), files.end());
    }
    return found;
}

void expect_no_others(const fs::path& folder, const Plan& plan, const ResumedShots& found) {
    if (found.others == 0) return;
    throw EnvironmentError(
        EnvironmentError::Kind::io,
        fmt::format("folder {} holds {} computed by {}, from which this run ({}) cannot go on; --force throws {} away "
                    "and computes all again, --output chooses another folder",
                    folder.string(), found.others == 1 ? "a whole shot" : fmt::format("{} whole shots", found.others),
                    found.others_by, computed_by(plan), found.others == 1 ? "it" : "them"));
}

}  // namespace wavesim
