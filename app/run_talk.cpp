// SPDX-License-Identifier: MIT
#include "app/run_talk.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/plan_text.hpp"
#include "app/quantity_text.hpp"
#include "app/terminal.hpp"

namespace wavesim {

namespace {
void say(const nlohmann::ordered_json& event) {
    // File and scene names may hold any bytes.
    fmt::print("{}\n", event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    std::fflush(stdout);
}

/// Snapshots and pictures by folder, everything else by name.
std::string files_text(const std::vector<std::string>& files) {
    std::string text;
    constexpr std::size_t most_per_folder = 4;
    for (std::size_t i = 0; i < files.size();) {
        const std::string folder = files[i].substr(0, files[i].find('/') + 1);
        std::size_t end = i + 1;
        while (!folder.empty() && end < files.size() && files[end].starts_with(folder)) ++end;
        if (end - i > most_per_folder) {
            text += fmt::format("  {} ... {} ({} files)\n", files[i], files[end - 1], end - i);
        } else {
            for (std::size_t k = i; k < end; ++k) text += fmt::format("  {}\n", files[k]);
        }
        i = end;
    }
    return text;
}
}  // namespace

void RunTalk::start(const Plan& plan, const std::filesystem::path& folder) {
    if (json_) {
        say({{"event", "start"},
             {"scene", plan.scene.name},
             {"hash", plan.scene.hash},
             {"folder", folder.string()},
             {"nodes", plan.grid.nodes()},
             {"steps", plan.steps},
             {"time_step_s", plan.time_step_s},
             {"predicted_seconds", plan.predicted_seconds}});
        for (const std::string& warning : plan.warnings) say({{"event", "warning"}, {"message", warning}});
        return;
    }
    fmt::print("{}", report_text(plan_head_lines(plan)));
    std::fflush(stdout);
    for (const std::string& warning : plan.warnings) print_warning(warning);
}

void RunTalk::end(const End& end) {
    if (json_) {
        say({{"event", "end"},
             {"complete", end.complete},
             {"folder", end.folder.string()},
             {"steps_done", end.report.steps_done},
             {"steps", end.plan.steps},
             {"total_s", end.total_s},
             {"step_loop_s", end.report.step_loop_s},
             {"ctpn_s", end.report.ctpn_s},
             {"peak_pa", end.report.peak_pa},
             {"peak_memory_bytes", end.peak_bytes},
             {"forecast_memory_bytes", end.plan.memory.total()},
             {"files", end.files}});
        return;
    }
    fmt::print("\n{}\n", end.summary);
    fmt::print("{} {} in {}\n{}", painted(stdout, Colour::green, end.complete ? "Results" : "What is recorded"),
               end.complete ? "written" : "was written", end.folder.string(), files_text(end.files));
    fmt::print("Took {} in all.\n", duration_text(end.total_s));
}

void RunTalk::failed(const std::string& sentence) {
    if (json_) say({{"event", "error"}, {"message", sentence}});
}

}  // namespace wavesim
