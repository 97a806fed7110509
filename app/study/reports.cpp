// SPDX-License-Identifier: MIT
#include "app/study/reports.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "app/errors.hpp"
#include "app/json_output.hpp"
#include "app/quantity_text.hpp"
#include "app/study/case_forecasts.hpp"
#include "app/study/case_table.hpp"
#include "app/study/sent_jobs.hpp"
#include "app/terminal.hpp"
#include "studies/case_names.hpp"

namespace wavesim {

namespace {

using nlohmann::ordered_json;
using Row = std::vector<std::string>;

constexpr std::size_t most_rows = 60;

void add_values(const OpenStudy& open, std::size_t number, Row& row) {
    for (const std::string& value : open.study.cases[number].values) row.push_back(shown_value(value));
}

Row head_of(const OpenStudy& open, const Row& more) {
    Row head{"case"};
    for (const StudyColumn& column : open.study.columns) head.push_back(column.name);
    head.insert(head.end(), more.begin(), more.end());
    return head;
}

ordered_json values_json(const OpenStudy& open, std::size_t number) {
    ordered_json values = ordered_json::object();
    for (std::size_t i = 0; i < open.study.columns.size(); ++i)
        values[open.study.columns[i].name] = open.study.cases[number].values[i];
    return values;
}

struct StudySums {
    std::int64_t largest = 0, disk = 0;
    double seconds = 0;
    std::size_t bad = 0;
};

StudySums sums_of(const std::vector<PlannedCase>& planned) {
    StudySums sums;
    for (const PlannedCase& one : planned) {
        sums.largest = std::max(sums.largest, one.forecast.memory_bytes);
        sums.disk += one.disk_bytes;
        sums.seconds += one.seconds();
        sums.bad += one.sentence.empty() ? 0 : 1;
    }
    return sums;
}

ordered_json plan_as_json(const OpenStudy& open, const std::vector<PlannedCase>& planned) {
    ordered_json cases = ordered_json::array();
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const PlannedCase& one = planned[i];
        ordered_json row{{"case", open.study.cases[open.chosen[i]].name},
                         {"id", open.scenes.scenes[open.chosen[i]].id},
                         {"parameters", values_json(open, open.chosen[i])}};
        if (!one.sentence.empty())
            row["error"] = one.sentence;
        else
            row.update(ordered_json{{"grid", {one.grid.nx, one.grid.ny, one.grid.nz}},
                                    {"steps", one.steps},
                                    {"memory_bytes", one.forecast.memory_bytes},
                                    {"seconds", one.seconds()},
                                    {"disk_bytes", one.disk_bytes},
                                    {"gpu", one.forecast.on_gpu}});
        cases.push_back(std::move(row));
    }
    const StudySums sums = sums_of(planned);
    return {{"study", open.study.name}, {"folder", open.folder.path().string()},
            {"cases", cases},           {"seconds", sums.seconds},
            {"disk_bytes", sums.disk},  {"largest_memory_bytes", sums.largest}};
}

std::string plan_as_text(const OpenStudy& open, const std::vector<PlannedCase>& planned) {
    std::vector<Row> rows{head_of(open, {"grid", "steps", "memory", "time", "disk"})};
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const PlannedCase& one = planned[i];
        Row row{open.study.cases[open.chosen[i]].name};
        add_values(open, open.chosen[i], row);
        if (!one.sentence.empty())
            row.push_back("cannot run, see below");
        else
            for (const std::string& text :
                 {extent_text(one.grid, one.dims), count_text(one.steps), bytes_text(one.forecast.memory_bytes),
                  duration_text(one.seconds()), bytes_text(one.disk_bytes)})
                row.push_back(text);
        rows.push_back(std::move(row));
    }
    const StudySums sums = sums_of(planned);
    return table_text(rows, most_rows) +
           fmt::format("\n{} in {}: {} one after the other, {} of disk; the largest needs {} of memory\n",
                       counted(static_cast<std::int64_t>(planned.size()), "case"), open.folder.path().string(),
                       duration_text(sums.seconds), bytes_text(sums.disk), bytes_text(sums.largest));
}

/// Prints each sentence once, with the cases to which it applies.
void tell_bad_cases(const OpenStudy& open, const std::vector<PlannedCase>& planned) {
    for (const CaseFault& fault : open.scenes.faults) tell(case_fault_text(open.study, fault) + '\n');
    for (std::size_t i = 0; i < planned.size(); ++i)
        if (!planned[i].sentence.empty() && !open.scenes.scenes[open.chosen[i]].id.empty())
            tell(fmt::format("{} (case {})\n", planned[i].sentence, open.study.cases[open.chosen[i]].name));
}

/// Data of a status report.
struct StatusFound {
    std::vector<CaseStatus> status;
    std::vector<CaseRecord> others;
    std::optional<SentTasks> tasks;  ///< if cases were sent to a cluster
    std::set<std::string> queued;    ///< ids of cases that wait for a task or within one
};

StatusFound find_status(const OpenStudy& open) {
    StatusFound found{open.folder.status(open.scenes, open.chosen), open.folder.others(open.scenes), {}, {}};
    const std::filesystem::path sent = open.folder.path() / "slurm";
    if (read_sent_jobs(sent).empty()) return found;
    found.tasks.emplace(sent);
    found.queued = queued_cases(sent, *found.tasks);
    return found;
}

/// State of a case, or `queued`.
std::string_view standing(const OpenStudy& open, const StatusFound& found, std::size_t number) {
    const CaseState state = found.status[number].state;
    const bool waits = state == CaseState::missing || state == CaseState::stopped || state == CaseState::damaged;
    return waits && found.queued.contains(open.scenes.scenes[number].id) ? "queued" : word_of(state);
}

ordered_json status_as_json(const OpenStudy& open, const StatusFound& found) {
    ordered_json cases = ordered_json::array(), rest = ordered_json::array();
    for (const std::size_t number : open.chosen) {
        const CaseStatus& one = found.status[number];
        ordered_json row{{"case", open.study.cases[number].name},
                         {"id", open.scenes.scenes[number].id},
                         {"folder", open.folder.case_folder(open.scenes.scenes[number].id).string()},
                         {"parameters", values_json(open, number)},
                         {"state", standing(open, found, number)}};
        if (const std::string fault = first_fault(open.scenes, number); !fault.empty()) row["sentence"] = fault;
        if (one.record) {
            const CaseRecord& record = *one.record;
            row["sentence"] = record.sentence;
            row["wavesim_version"] = record.version;
            row["attempts"] = record.attempts.size();
            if (!record.attempts.empty()) {
                const CaseAttempt& last = record.attempts.back();
                row["exit_code"] = last.exit_code < 0 ? ordered_json() : ordered_json(last.exit_code);
                row["seconds"] = last.seconds;
                row["host"] = last.host;
                row["job"] = last.job;
            }
        }
        cases.push_back(std::move(row));
    }
    for (const CaseRecord& record : found.others) rest.push_back({{"case", record.name}, {"command", record.command}});
    return {{"study", open.study.name}, {"folder", open.folder.path().string()}, {"cases", cases}, {"others", rest}};
}

/// Text about the tasks that were sent last, including those that failed.
std::string tasks_as_text(const SentTasks& tasks) {
    using Kind = TaskState::Kind;
    std::map<std::string, int> counts;
    std::string dead;
    constexpr int most_shown = 5;
    int shown = 0;
    for (const SentTasks::Task& task : tasks.last()) {
        const TaskState& state = task.state;
        const bool bad = state.kind == Kind::failed || state.kind == Kind::lost;
        const std::string end = state.kind == Kind::failed ? "failed" : "lost";
        ++counts[state.kind == Kind::queued    ? "queued"
                 : state.kind == Kind::running ? "running"
                 : state.kind == Kind::ended   ? "ended"
                 : !bad                        ? "unknown"
                 : state.began                 ? end
                                               : end + " before wavesim began"];
        if (bad && ++shown <= most_shown) dead += text_of(task.name, state) + '\n';
    }
    std::string text;
    for (const auto& [word, count] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
    if (shown > most_shown) dead += fmt::format("... and {} more\n", shown - most_shown);
    if (!tasks.silence().empty()) dead += tasks.silence() + '\n';
    return "tasks of the last job: " + text + '\n' + dead;
}

std::string status_as_text(const OpenStudy& open, const StatusFound& found) {
    const std::vector<CaseStatus>& status = found.status;
    const std::vector<CaseRecord>& others = found.others;
    std::vector<Row> rows{{"case", "state", "what"}};
    std::map<std::string_view, std::int64_t> counts;
    for (const std::size_t number : open.chosen) {
        const CaseStatus& one = status[number];
        const std::string_view word = standing(open, found, number);
        ++counts[word];
        if (one.state == CaseState::complete || one.state == CaseState::missing || word == "queued") continue;
        std::string what = one.record ? one.record->sentence : first_fault(open.scenes, number);
        if (one.state == CaseState::damaged)
            what = damage_of_case(open.folder.case_folder(open.scenes.scenes[number].id)) +
                   "; `study run` computes it again";
        if (one.state == CaseState::stale) what = "computed by wavesim " + one.record->version;
        if (one.state == CaseState::stopped && what.empty()) what = "the same command goes on";
        rows.push_back({open.study.cases[number].name, std::string(word_of(one.state)), what});
    }
    std::string text = rows.size() > 1 ? table_text(rows, most_rows) + '\n' : "";
    text += fmt::format("{} in {}:", counted(static_cast<std::int64_t>(open.chosen.size()), "case"),
                        open.folder.path().string());
    std::string separator = " ";
    std::vector<std::string_view> words(EnumWords<CaseState>::words.begin(), EnumWords<CaseState>::words.end());
    words.insert(words.begin() + 1, "queued");
    for (const std::string_view word : words) {
        if (counts[word] == 0) continue;
        text += fmt::format("{}{} {}", separator, counts[word], word);
        separator = ", ";
    }
    text += '\n';
    if (!others.empty())
        text += fmt::format("{} of the folder are in the study no more\n",
                            counted(static_cast<std::int64_t>(others.size()), "case"));
    if (found.tasks) text += tasks_as_text(*found.tasks);
    return text;
}

}  // namespace

void report_study_plan(const StudyInput& input, bool json) {
    if (json)
        return print_json([&] {
            const auto [open, planned] = open_and_plan(input);
            return plan_as_json(open, planned);
        });
    const auto [open, planned] = open_and_plan(input);
    put(plan_as_text(open, planned));
    tell_bad_cases(open, planned);
    if (sums_of(planned).bad > 0) throw EndProgram{static_cast<int>(ExitCode::scene)};
}

bool report_study_status(const StudyInput& input, bool json) {
    bool goes_on = false;
    const auto report = [&](const auto& make) {
        const OpenStudy open = open_study(input);
        const StatusFound found = find_status(open);
        goes_on = std::ranges::any_of(open.chosen, [&](std::size_t number) {
            const std::string_view word = standing(open, found, number);
            return word == "queued" || word == word_of(CaseState::running);
        });
        return make(open, found);
    };
    if (json)
        print_json([&] { return report(status_as_json); });
    else
        put(report(status_as_text));
    return goes_on;
}

}  // namespace wavesim
