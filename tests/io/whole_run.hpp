// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "io/result/folder_lock.hpp"
#include "io/result/result_folder.hpp"
#include "io/small_plan.hpp"

namespace wavesim {

namespace fs = std::filesystem;

struct HowItEnds {
    bool complete = true;
    bool stopped = false;
    const std::atomic<bool>* stop = nullptr;
};

/// Runs a plan through a writer: a ramp in every trace, each a quarter of the first steeper than the one before it, and
/// constant snapshots. What finish() returns.
inline bool write_run(const fs::path& folder, const Plan& plan, bool force, const HowItEnds& end = {}) {
    ResultWriter writer(folder, plan, force ? Takeover::nothing : Takeover::same_program);
    if (end.stop) writer.stop_on(*end.stop);
    const auto receivers = plan.scene.receivers.size();
    std::vector<double> samples(receivers);
    for (std::int64_t n = 0; n < plan.decision.steps; ++n) {
        for (std::size_t r = 0; r < receivers; ++r)
            samples[r] = 0.01 * static_cast<double>(n) * (1 + 0.25 * static_cast<double>(r));
        writer.traces(n, 1, samples);
    }
    if (plan.decision.snapshots)
        for (std::int64_t i = 0; i < plan.decision.snapshots->count; ++i)
            writer.snapshot(
                i, plan.decision.snapshots->step_of(i),
                std::vector<double>(static_cast<std::size_t>(plan.decision.snapshots->box.extent().nodes()), 0.5));
    RunReport report;
    report.steps_done = plan.decision.steps;
    report.stopped = end.stopped;
    return writer.finish(report, "done\n", end.complete);
}

/// All but the lock of a writer that is still there.
inline std::set<std::string> all_files(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().filename() != lock_name)
            names.insert(entry.path().lexically_relative(folder).string());
    return names;
}

}  // namespace wavesim
