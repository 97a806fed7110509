// SPDX-License-Identifier: MIT
#include "app/run_console.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/json_output.hpp"
#include "app/plan_text.hpp"
#include "app/quantity_text.hpp"
#include "app/refinement.hpp"
#include "app/shot_word.hpp"
#include "app/terminal.hpp"
#include "io/result/plan_json.hpp"
#include "io/shown_field.hpp"
#include "solvers/run/accuracy_statement.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {

namespace {
void say(const nlohmann::ordered_json& event) {
    // File and scene names may hold any bytes.
    put(event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

/// One line per file; for folders with many files their first and last name.
std::string files_text(const std::vector<std::string>& files) {
    constexpr std::size_t most_per_folder = 4;
    std::vector<std::pair<std::string, std::vector<std::string>>> folders;  // in order of appearance
    for (const std::string& file : files) {
        const std::string folder = file.substr(0, file.find('/') + 1);
        const auto same = [&folder](const auto& entry) { return entry.first == folder; };
        auto found = std::find_if(folders.begin(), folders.end(), same);
        if (found == folders.end()) found = folders.insert(found, {folder, {}});
        found->second.push_back(file);
    }
    std::string text;
    for (const auto& [folder, names] : folders) {
        if (!folder.empty() && names.size() > most_per_folder) {
            text += fmt::format("  {} ... {} ({} files)\n", names.front(), names.back(), names.size());
        } else {
            for (const std::string& name : names) text += fmt::format("  {}\n", name);
        }
    }
    return text;
}
/// The files of a result in one line; files in sub-folders are counted.
std::string short_list(const std::vector<std::string>& files) {
    std::vector<std::pair<std::string, std::size_t>> entries;  // name and files in it, in order of appearance
    for (const std::string& file : files) {
        const std::size_t slash = file.find('/');
        const std::string name = slash == std::string::npos ? file : file.substr(0, slash + 1);
        const auto same = [&name](const auto& entry) { return entry.first == name; };
        const auto found = std::find_if(entries.begin(), entries.end(), same);
        if (found == entries.end())
            entries.emplace_back(name, 1);
        else
            ++found->second;
    }
    std::string text;
    for (const auto& [name, count] : entries) {
        text += (text.empty() ? "" : ", ") + name;
        if (name.ends_with('/')) text += fmt::format(" ({} file{})", count, count == 1 ? "" : "s");
    }
    return text;
}
}  // namespace

void RunConsole::start(const PlanOutline& plan, const std::filesystem::path& folder, const ResultWriter& writer) {
    progress_.set_units(shown_field(plan.scene).units);
    if (progress_only_) return;
    std::vector<std::string> warnings = plan.report.warnings;
    if (!writer.lock_warning().empty()) warnings.push_back(writer.lock_warning());
    warnings.insert(warnings.end(), writer.lost_shots().begin(), writer.lost_shots().end());
    warnings.insert(warnings.end(), writer.checkpoint().lost.begin(), writer.checkpoint().lost.end());
    for (const std::string& sentence : writer.earlier()) warnings.push_back(sentence);
    if (json_) {
        say({{"event", "start"},
             {"scene", plan.scene.name},
             {"hash", plan.scene.hash},
             {"folder", folder.string()},
             {"nodes", plan.grid().nodes()},
             {"steps", plan.decision.steps},
             {"shots", shot_count(plan.scene)},
             {"shots_before", writer.shots_before()},
             {"resumed_at", writer.checkpoint().origin.step},
             {"time_step_s", plan.decision.time_step_s}});
    } else {
        put(report_text(plan_head_lines(plan)));
    }
    show_before(plan, folder, writer);
    for (const std::string& warning : warnings) warn(warning);
}

void RunConsole::warn(const std::string& sentence) {
    if (progress_only_) return;
    if (json_) return say({{"event", "warning"}, {"message", sentence}});
    progress_.close();
    print_warning(sentence);
}

void RunConsole::stopping(const std::string& why) {
    if (progress_only_) return;
    if (json_) return say({{"event", "stopping"}, {"message", why}});
    progress_.close();
    tell("stopping: " + why + "; what is recorded so far and the state of the run will be kept\n");
}

/// Describes what an earlier run has left: shots that need not run again, or a result that has been removed.
void RunConsole::show_before(const PlanOutline& plan, const std::filesystem::path& folder,
                             const ResultWriter& writer) const {
    if (!writer.checkpoint().file.empty() && !json_)
        put(report_text({{"Goes on", fmt::format("from the checkpoint of step {} in {}; --force computes all again",
                                                 count_text(writer.checkpoint().origin.step), folder.string())}}));
    const std::int64_t shots = writer.shots_before();
    const std::optional<ReplacedResult>& replaced = writer.replaced();
    if (shots > 0) {
        if (!json_)
            put(fmt::format("{} of {} {}s are in {} already; --force computes all again\n", shots,
                            shot_count(plan.scene), shot_word(plan.scene), folder.string()));
    } else if (writer.checkpoint().file.empty() && replaced && !replaced->files.empty()) {
        if (json_)
            say({{"event", "replaced"},
                 {"what", replaced->what},
                 {"folder", folder.string()},
                 {"files", replaced->files}});
        else
            put(report_text({{"Replaced", fmt::format("{} in {}: removed {}", replaced->what, folder.string(),
                                                      short_list(replaced->files))}}));
    }
}

void RunConsole::end(const End& end) {
    if (progress_only_) return;
    if (json_) {
        const AccuracyStatement accuracy = accuracy_of(end.plan, end.report);
        say({{"event", "end"},
             {"complete", end.complete},
             {"unstable", end.report.unstable},
             {"exit_code", end.exit_code},
             {"folder", end.folder.string()},
             {"steps_done", end.report.steps_done},
             {"steps", end.plan.decision.steps * shot_count(end.plan.scene)},
             {"predicted_seconds", end.plan.forecast.time.total()},
             {"total_s", end.total_s},
             {"write_s", end.write_s},
             {"bound_by", word_of(end.bound)},
             {"step_loop_s", end.report.step_loop_s},
             {"ctpn_s", end.report.ctpn_s},
             {"peak_pa", end.report.peak_pa},
             {"peak_memory_bytes", end.peak_bytes},
             {"forecast_memory_bytes", end.plan.forecast.memory.total()},
             {"files", end.files},
             {"verdict", accuracy.verdict},
             {"errors", accuracy.budget ? error_budget_json(*accuracy.budget) : nlohmann::ordered_json(nullptr)},
             {"error_budget", accuracy.lines()}});
        return;
    }
    put(fmt::format("\n{}\n{} {} in {}\n{}{}", end.summary,
                    painted(stdout, Colour::green, end.complete ? "Results" : "What is recorded"),
                    end.complete ? "written" : "was written", end.folder.string(), files_text(end.files), end.effort));
}

void RunConsole::refinement(const std::vector<ResponseNumbers>& coarse, const std::vector<ResponseNumbers>& fine) {
    if (progress_only_) return;
    if (json_)
        return say({{"event", "refinement"},
                    {"unit", "just noticeable differences"},
                    {"bands", refinement_json(coarse, fine)}});
    put("\nFrom the grid asked for to the finer one, in just noticeable differences (ISO 3382-1, table A.1):\n" +
        refinement_text(coarse, fine));
}

void RunConsole::shots_end(const std::filesystem::path& folder, const SharedShotsEnd& end, std::int64_t shots) {
    if (json_)
        return say({{"event", "shots"},
                    {"folder", folder.string()},
                    {"computed", end.computed},
                    {"there", end.there},
                    {"elsewhere", end.elsewhere},
                    {"shots_in_folder", end.in_folder},
                    {"shots", shots}});
    std::string text = fmt::format("{} of {} shots are in {}: {} computed now", end.in_folder, shots, folder.string(),
                                   end.computed.size());
    if (!end.there.empty()) text += fmt::format(", {} there before", end.there.size());
    if (!end.elsewhere.empty()) text += fmt::format(", {} left to other processes", end.elsewhere.size());
    put(text + (end.in_folder < shots ? "; whoever computes the last one writes the result\n" : "\n"));
}

bool RunConsole::failed(const Failure& failure) {
    if (!json_) return false;
    nlohmann::ordered_json event{{"event", "error"}};
    event.update(failure_json(failure));
    say(event);
    return output_error() == 0;
}

}  // namespace wavesim
