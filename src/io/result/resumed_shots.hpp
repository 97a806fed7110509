// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/result/program.hpp"
#include "io/result/shot_identity.hpp"
#include "io/result/takeover.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Complete shots of an earlier run of the same scene in a folder.
struct ResumedShots {
    std::vector<std::int64_t> whole;   ///< ascending
    double peak_pa = 0;                ///< largest |pressure| in them
    std::vector<std::string> files;    ///< their files, including pictures and snapshots, relative to the folder
    std::vector<std::string> lost;     ///< one sentence for each file that is damaged or misplaced
    std::vector<std::string> earlier;  ///< which of them other programs computed, one sentence each
    std::int64_t others = 0;           ///< complete shots of other programs, which are not taken over
    std::string others_by;             ///< the program that computed the first of them
};

/// One shot in a folder.
struct FoundShot {
    bool whole = false;       ///< all of its files exist, and the traces are undamaged
    std::string lost;         ///< one sentence if the traces exist but are damaged or belong to something else
    std::string computed_by;  ///< text_of(Program)
    double peak_pa = 0;       ///< largest |pressure|
};
FoundShot find_shot(const std::filesystem::path& folder, const PlanOutline& plan, const ShotIdentity& identity);

/// Finds the complete shots; none in a folder without an incomplete result of this scene. A shot counts if all of its
/// files exist and its traces are undamaged. Throws EnvironmentError (io) if the folder cannot be read.
ResumedShots find_whole_shots(const std::filesystem::path& folder, const PlanOutline& plan, Takeover takeover);

/// The program that computed the first complete shot of a scene's survey in a folder.
std::optional<Program> program_of_shots(const std::filesystem::path& folder, const Scene& scene);

/// Throws EnvironmentError (io) if a run would discard complete shots of another program.
void expect_no_others(const std::filesystem::path& folder, const PlanOutline& plan, const ResumedShots& found);

}  // namespace wavesim
