// SPDX-License-Identifier: MIT
#include "app/study/study_console.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/exit_code.hpp"
#include "app/quantity_text.hpp"
#include "app/terminal.hpp"

namespace wavesim {

namespace {

void say_event(const nlohmann::ordered_json& event) {
    put(event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

double share(const StudyCounts& counts) {
    const std::size_t done = counts.complete + counts.failed + counts.stopped + counts.elsewhere;
    return counts.cases == 0 ? 1 : static_cast<double>(done) / static_cast<double>(counts.cases);
}

nlohmann::ordered_json counts_json(const StudyCounts& counts) {
    return {{"cases", counts.cases},     {"complete", counts.complete},   {"failed", counts.failed},
            {"stopped", counts.stopped}, {"elsewhere", counts.elsewhere}, {"running", counts.running}};
}

}  // namespace

std::string counts_text(const StudyCounts& counts, double left_s) {
    std::string text =
        fmt::format("{} of {} complete", counts.complete, counted(static_cast<std::int64_t>(counts.cases), "case"));
    const auto add = [&text](std::size_t count, const char* what) {
        if (count > 0) text += fmt::format(", {} {}", count, what);
    };
    add(counts.failed, "failed");
    add(counts.stopped, "stopped");
    add(counts.elsewhere, "left to other processes");
    add(counts.running, "running");
    if (left_s > 0 && counts.running > 0) text += ", " + duration_text(left_s) + " left";
    return text;
}

void StudyConsole::start(const OpenStudy& open, const StudyCounts& counts, int workers, int threads) {
    if (json())
        return say_event({{"event", "study_start"},
                          {"study", open.study.name},
                          {"folder", open.folder.path().string()},
                          {"cases", counts.cases},
                          {"complete", counts.complete},
                          {"at_once", workers},
                          {"threads_per_case", threads}});
    put(fmt::format("Study       {}, {} in {}\n", open.study.name, counts_text(counts, 0),
                    open.folder.path().string()));
    if (workers > 0)
        put(fmt::format("At once     {} with {} each\n", counted(workers, "case"), counted(threads, "thread")));
}

void StudyConsole::progress(const StudyCounts& counts, const std::map<std::size_t, Running>& running, double left_s) {
    const double now = age_.seconds();
    const double fraction = share(counts);
    if (style_ == ProgressStyle::none) return;
    if (style_ == ProgressStyle::plain) {
        const bool tenth = static_cast<int>(10 * fraction) > static_cast<int>(10 * shown_fraction_);
        if (!tenth && now - shown_s_ < 30) return;
    } else if (now - shown_s_ < 0.25) {
        return;
    }
    shown_s_ = now;
    shown_fraction_ = fraction;
    if (style_ == ProgressStyle::plain) return tell(counts_text(counts, left_s) + '\n');
    if (json()) {
        nlohmann::ordered_json event{{"event", "study_progress"}};
        event.update(counts_json(counts));
        event["eta_s"] = left_s;
        return say_event(event);
    }
    clear();
    const auto width = static_cast<std::size_t>(std::max(20, terminal_columns(stderr) - 1));
    constexpr std::size_t bar = 20;
    const auto full = static_cast<std::size_t>(fraction * static_cast<double>(bar));
    std::string table =
        fmt::format("[{}{}] {}", std::string(full, '#'), std::string(bar - full, '-'), counts_text(counts, left_s))
            .substr(0, width) +
        '\n';
    constexpr int most_lines = 12;
    table_lines_ = 1;
    for (const auto& [number, one] : running) {
        if (++table_lines_ > most_lines) break;
        std::string line = fmt::format("  {:<30.30} {:>4.0f} %", one.name, 100 * one.fraction);
        if (one.left_s > 0) line += "  " + duration_text(one.left_s) + " left";
        table += line.substr(0, width) + '\n';
    }
    table_lines_ = std::min(table_lines_, most_lines);
    tell(table);
}

void StudyConsole::clear() {
    if (table_lines_ > 0) tell(fmt::format("\x1b[{}A\x1b[J", table_lines_));
    table_lines_ = 0;
}

void StudyConsole::case_end(const std::string& name, int exit_code, const std::string& sentence, double seconds) {
    if (json())
        return say_event({{"event", "case_end"},
                          {"case", name},
                          {"exit_code", exit_code},
                          {"sentence", sentence},
                          {"seconds", seconds}});
    if (sentence.empty()) return;
    clear();
    print_warning(fmt::format("case {}: {}", name, sentence));
}

void StudyConsole::end(const OpenStudy& open, const StudyCounts& counts, double seconds, int exit_code) {
    clear();
    if (json()) {
        nlohmann::ordered_json event{{"event", "study_end"}, {"exit_code", exit_code}, {"seconds", seconds}};
        event.update(counts_json(counts));
        return say_event(event);
    }
    put(fmt::format("Cases       {} after {}\n", counts_text(counts, 0), duration_text(seconds)));
    if (counts.failed > 0)
        put(fmt::format("            `wavesim study status {}` lists what failed; the same command tries it again\n",
                        study_words(open)));
    else if (counts.stopped > 0)
        put("            the same command goes on\n");
    else if (counts.complete == counts.cases)
        put(fmt::format("            `wavesim study collect {}` gathers their numbers\n", study_words(open)));
}

}  // namespace wavesim
