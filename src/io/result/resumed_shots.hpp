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

/// Shots that an earlier run of the same scene left whole in a folder.
struct ResumedShots {
    std::vector<std::int64_t> whole;   ///< ascending
    double peak_pa = 0;                ///< largest |pressure| in them
    std::vector<std::string> files;    ///< theirs, pictures and snapshots included, relative to the folder
    std::vector<std::string> lost;     ///< a sentence for each file that is damaged or in another's place
    std::vector<std::string> earlier;  ///< which of them other programs computed, a sentence each
    std::int64_t others = 0;           ///< whole shots that something else computed and that are not taken over
    std::string others_by;             ///< what computed the first of them
};

/// One shot as it lies in a folder.
struct FoundShot {
    bool whole = false;       ///< all of its files are there, the traces as they were written
    std::string lost;         ///< a sentence where the traces are there but damaged, or those of something else
    std::string computed_by;  ///< text_of(Program)
    double peak_pa = 0;       ///< largest |pressure|
};
FoundShot find_shot(const std::filesystem::path& folder, const PlanOutline& plan, const ShotIdentity& identity);

/// None for a folder without an incomplete result of this scene. A shot counts when all of its files are there and its
/// traces are as they were written. Throws EnvironmentError (io) where the folder cannot be read.
ResumedShots find_whole_shots(const std::filesystem::path& folder, const PlanOutline& plan, Takeover takeover);

/// What computed the first shot of a scene's survey that is whole in a folder.
std::optional<Program> program_of_shots(const std::filesystem::path& folder, const Scene& scene);

/// Throws EnvironmentError (io) where a run would throw away whole shots that something else computed.
void expect_no_others(const std::filesystem::path& folder, const PlanOutline& plan, const ResumedShots& found);

}  // namespace wavesim
