// SPDX-License-Identifier: MIT
#include "io/result/earlier_run.hpp"

#include "io/result/result_folder.hpp"

namespace wavesim {

namespace {

namespace fs = std::filesystem;

/// The first missing shot.
std::int64_t next_shot(const PlanOutline& plan, const ResumedShots& before) {
    if (!plan.scene.survey) return 0;
    std::int64_t next = 0;
    for (const std::int64_t shot : before.whole) next += shot == next ? 1 : 0;
    return next;
}

}  // namespace

ResumedShots shots_that_stay(const fs::path& folder, const PlanOutline& plan, Takeover takeover) {
    if (takeover == Takeover::nothing) return {};
    ResumedShots before = find_whole_shots(folder, plan, takeover);
    expect_no_others(folder, plan, before);
    return before;
}

FoundCheckpoint checkpoint_of(const fs::path& folder, const PlanOutline& plan, const ResumedShots& before,
                              Takeover takeover) {
    if (takeover == Takeover::nothing || inspect_folder(folder, plan.scene.hash) != FolderState::same_scene_incomplete)
        return {};
    return find_checkpoint(folder, plan, next_shot(plan, before), takeover);
}

std::vector<std::string> files_that_stay(const ResumedShots& before, const FoundCheckpoint& checkpoint) {
    std::vector<std::string> files = before.files;
    if (checkpoint.file.empty()) return files;
    files.insert(files.end(), checkpoint_names.begin(), checkpoint_names.end());
    files.insert(files.end(), checkpoint.snapshots.begin(), checkpoint.snapshots.end());
    return files;
}

}  // namespace wavesim
