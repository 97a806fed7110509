// SPDX-License-Identifier: MIT
#include "io/resumed_shots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/hdf5_reader.hpp"
#include "io/planned_files.hpp"
#include "io/result_folder.hpp"
#include "io/trace_source.hpp"
#include "solvers/fault.hpp"
#include "solvers/survey.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

/// The largest |pressure| of a shot that is whole and of this plan; else nothing. Throws EnvironmentError (io).
std::optional<double> peak_of_shot(const fs::path& file, const Plan& plan) {
    const Hdf5Reader shot(file);
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    for (const char* needed : {"/traces/pressure", "/traces/computed_by"})
        if (!shot.has(needed)) return {};
    if (shot.shape("/traces/pressure") != std::vector<std::int64_t>{1, receivers, plan.steps}) return {};
    if (shot.strings("/traces/computed_by") != std::vector{computed_by(plan)}) return {};
    double peak = 0;
    for (std::int64_t r = 0; r < receivers; ++r)
        for (const double p : shot.block("/traces/pressure", {0, r, 0}, {1, 1, plan.steps}))
            peak = std::max(peak, std::abs(p));
    return peak;
}

/// The same; a file that cannot be read is no whole shot.
std::optional<double> peak_of_whole_shot(const fs::path& file, const Plan& plan) {
    try {
        return peak_of_shot(file, plan);
    } catch (const EnvironmentError&) {
        return {};
    }
}

}  // namespace

std::string computed_by(const Plan& plan) {
    const bool planned = !plan.regions.empty();
    return fmt::format("wavesim {}, {} {}, {}", wavesim_version(), planned ? plan.regions[0].backend : "",
                       planned ? plan.regions[0].isa : "",
                       plan.problem.precision == Precision::float32 ? "float" : "double");
}

ResumedShots find_whole_shots(const fs::path& folder, const Plan& plan) {
    ResumedShots found;
    if (!plan.scene.survey || inspect_folder(folder, plan.scene.hash) != FolderState::same_scene_incomplete)
        return found;
    const auto there = [&](const std::string& name) { return fs::exists(folder / name); };
    for (std::int64_t shot = 0; shot < shot_count(plan.scene); ++shot) {
        const std::vector<std::string> files = files_of_shot(plan, shot);
        if (!std::all_of(files.begin(), files.end(), there)) break;
        const std::optional<double> peak = peak_of_whole_shot(folder / ShotFiles::name(shot), plan);
        if (!peak) break;
        ++found.count;
        found.peak_pa = std::max(found.peak_pa, *peak);
        found.files.insert(found.files.end(), files.begin(), files.end());
    }
    return found;
}

}  // namespace wavesim
