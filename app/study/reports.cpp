// SPDX-License-Identifier: MIT
#include "app/study/reports.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/errors.hpp"
#include "app/json_output.hpp"
#include "app/quantity_text.hpp"
#include "app/study/case_forecasts.hpp"
#include "app/study/case_table.hpp"
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
        sums.seconds += one.forecast.seconds;
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
                                    {"seconds", one.forecast.seconds},
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
                  duration_text(one.forecast.seconds), bytes_text(one.disk_bytes)})
                row.push_back(text);
        rows.push_back(std::move(row));
    }
    const StudySums sums = sums_of(planned);
    return table_text(rows, most_rows) +
           fmt::format("\n{} in {}: {} one after the other, {} of disk; the largest needs {} of memory\n",
                       counted(static_cast<std::int64_t>(planned.size()), "case"), open.folder.path().string(),
                       duration_text(sums.seconds), bytes_text(sums.disk), bytes_text(sums.largest));
}

/// Each sentence once, with the cases that have it.
void tell_bad_cases(const OpenStudy& open, const std::vector<PlannedCase>& planned) {
    for (const CaseFault& fault : open.scenes.faults) tell(case_fault_text(open.study, fault) + '\n');
    for (std::size_t i = 0; i < planned.size(); ++i)
        if (!planned[i].sentence.empty() && !open.scenes.scenes[open.chosen[i]].id.empty())
            tell(fmt::format("{} (case {})\n", planned[i].sentence, open.study.cases[open.chosen[i]].name));
}

ordered_json status_as_json(const OpenStudy& open, const std::vector<CaseStatus>& status,
                            const std::vector<CaseRecord>& others) {
    ordered_json cases = ordered_json::array(), rest = ordered_json::array();
    for (const std::size_t number : open.chosen) {
        const CaseStatus& one = status[number];
        ordered_json row{{"case", open.study.cases[number].name},
                         {"id", open.scenes.scenes[number].id},
                         {"folder", open.folder.case_folder(open.scenes.scenes[number].id).string()},
                         {"parameters", values_json(open, number)},
                         {"state", word_of(one.state)}};
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
    for (const CaseRecord& record : others) rest.push_back({{"case", record.name}, {"command", record.command}});
    return {{"study", open.study.name}, {"folder", open.folder.path().string()}, {"cases", cases}, {"others", rest}};
}

std::string status_as_text(const OpenStudy& open, const std::vector<CaseStatus>& status,
                           const std::vector<CaseRecord>& others) {
    std::vector<Row> rows{{"case", "state", "what"}};
    std::array<std::int64_t, EnumWords<CaseState>::words.size()> counts{};
    for (const std::size_t number : open.chosen) {
        const CaseStatus& one = status[number];
        ++counts[static_cast<std::size_t>(one.state)];
        if (one.state == CaseState::complete || one.state == CaseState::missing) continue;
        std::string what = one.record ? one.record->sentence : first_fault(open.scenes, number);
        if (one.state == CaseState::stale) what = "computed by wavesim " + one.record->version;
        if (one.state == CaseState::stopped && what.empty()) what = "the same command goes on";
        rows.push_back({open.study.cases[number].name, std::string(word_of(one.state)), what});
    }
    std::string text = rows.size() > 1 ? table_text(rows, most_rows) + '\n' : "";
    text += fmt::format("{} in {}:", counted(static_cast<std::int64_t>(open.chosen.size()), "case"),
                        open.folder.path().string());
    std::string separator = " ";
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        text += fmt::format("{}{} {}", separator, counts[i], word_of(static_cast<CaseState>(i)));
        separator = ", ";
    }
    text += '\n';
    if (!others.empty())
        text += fmt::format("{} of the folder are in the study no more\n",
                            counted(static_cast<std::int64_t>(others.size()), "case"));
    return text;
}

}  // namespace

void report_study_plan(const StudyInput& input, bool json) {
    const auto make = [&] {
        const OpenStudy open = open_study(input);
        return std::pair(open, plan_cases(open, input, Planning::each));
    };
    if (json)
        return print_json([&] {
            const auto [open, planned] = make();
            return plan_as_json(open, planned);
        });
    const auto [open, planned] = make();
    put(plan_as_text(open, planned));
    tell_bad_cases(open, planned);
    if (sums_of(planned).bad > 0) throw EndProgram{static_cast<int>(ExitCode::scene)};
}

void report_study_status(const StudyInput& input, bool json) {
    const auto text = [&]<class Report>(const Report& report) {
        const OpenStudy open = open_study(input);
        return report(open, open.folder.status(open.scenes), open.folder.others(open.scenes));
    };
    if (json) return print_json([&] { return text(status_as_json); });
    put(text(status_as_text));
}

}  // namespace wavesim
