// SPDX-License-Identifier: MIT
#include "app/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/field_text.hpp"
#include "app/quantity_text.hpp"
#include "app/terminal.hpp"
#include "solvers/run/simulation.hpp"

namespace wavesim {

namespace {
double fraction_of(const Progress& progress) {
    return progress.steps > 0 ? static_cast<double>(progress.step) / static_cast<double>(progress.steps) : 1.0;
}

/// Completed fraction of all shots.
double whole_fraction(const Progress& progress) {
    return (static_cast<double>(progress.shot) + fraction_of(progress)) / static_cast<double>(progress.shots);
}

/// "shot 3 of 12" or "source 2 of 3" followed by `after`; empty without a survey.
std::string shot_text(const Progress& progress, const char* after) {
    return progress.shots > 1
               ? fmt::format("{} {} of {}{}", progress.shot_word, progress.shot + 1, progress.shots, after)
               : "";
}
}  // namespace

ProgressStyle progress_style(const std::string& name) {
    if (const auto style = value_of<ProgressStyle>(name)) return *style;
    return is_terminal(stderr) ? ProgressStyle::bar : ProgressStyle::plain;
}

std::string progress_bar(const Progress& progress, int columns, const std::string& units) {
    const double fraction = whole_fraction(progress);
    const std::string facts =
        fmt::format(" {:3.0f} %  {}step {}/{}  {}  peak {}  {} left", 100 * fraction, shot_text(progress, "  "),
                    progress.step, progress.steps, si_text(progress.nodes_per_s, "node/s"),
                    field_value_text(progress.peak_pa, units), duration_text(progress.eta_s));
    const int width = std::clamp(columns - static_cast<int>(facts.size()) - 3, 0, 40);
    if (width < 5) return facts.substr(1, static_cast<std::size_t>(std::max(0, columns - 1)));
    const auto full = static_cast<std::size_t>(fraction * width);
    return '[' + std::string(full, '#') + std::string(static_cast<std::size_t>(width) - full, '-') + ']' + facts;
}

std::string progress_line(const Progress& progress, const std::string& units) {
    return fmt::format("{}step {} of {} ({:.0f} %), {} elapsed, {} left, {}, peak {}", shot_text(progress, ", "),
                       progress.step, progress.steps, 100 * fraction_of(progress), duration_text(progress.elapsed_s),
                       duration_text(progress.eta_s), si_text(progress.nodes_per_s, "node/s"),
                       field_value_text(progress.peak_pa, units));
}

std::string progress_json(const Progress& progress) {
    nlohmann::ordered_json json{{"event", "progress"},
                                {"step", progress.step},
                                {"steps", progress.steps},
                                {"fraction", whole_fraction(progress)},
                                {"elapsed_s", progress.elapsed_s},
                                {"eta_s", progress.eta_s},
                                {"nodes_per_s", progress.nodes_per_s},
                                {"peak_pa", progress.peak_pa}};
    if (progress.shots > 1) {
        json["shot"] = progress.shot + 1;
        json["shots"] = progress.shots;
    }
    return json.dump();
}

std::string comparison_line(const ComparisonProgress& progress) {
    const double left_s = progress.elapsed_s * (1 / std::max(progress.fraction, 1e-6) - 1);
    return fmt::format("comparing with the exact solution: {:.0f} %, {} elapsed, {} left", 100 * progress.fraction,
                       duration_text(progress.elapsed_s), duration_text(left_s));
}

std::string saving_line(const SavingProgress& progress) {
    return fmt::format("saving the checkpoint of step {}: {} of at most {}, {} elapsed", progress.step,
                       bytes_text(progress.bytes), bytes_text(progress.most_bytes), duration_text(progress.elapsed_s));
}

/// On a terminal.
void ProgressReporter::rewrite_line(const std::string& line) {
    const auto columns = static_cast<std::size_t>(std::max(1, terminal_columns(stderr) - 1));
    tell("\r\x1b[K" + line.substr(0, columns));
    line_open_ = true;
}

void ProgressReporter::show(const SavingProgress& progress) {
    constexpr double interval_s = 10;  // interval between plain lines
    switch (style_) {
        case ProgressStyle::none: return;
        case ProgressStyle::json:
            put(nlohmann::ordered_json{{"event", "saving"},
                                       {"step", progress.step},
                                       {"bytes", progress.bytes},
                                       {"most_bytes", progress.most_bytes},
                                       {"elapsed_s", progress.elapsed_s}}
                    .dump() +
                '\n');
            return;
        case ProgressStyle::bar: return rewrite_line(saving_line(progress));
        case ProgressStyle::plain: break;
    }
    const bool same = progress.step == last_saved_ && progress.elapsed_s >= last_saving_s_;
    if (same && progress.elapsed_s - last_saving_s_ < interval_s) return;
    last_saved_ = progress.step;
    last_saving_s_ = progress.elapsed_s;
    tell(saving_line(progress) + '\n');
}

void ProgressReporter::show(const ComparisonProgress& progress) {
    switch (style_) {
        case ProgressStyle::none: return;
        case ProgressStyle::json:
            put(nlohmann::ordered_json{
                    {"event", "comparing"}, {"fraction", progress.fraction}, {"elapsed_s", progress.elapsed_s}}
                    .dump() +
                '\n');
            return;
        case ProgressStyle::bar: return rewrite_line(comparison_line(progress));
        case ProgressStyle::plain: break;
    }
    const bool tenth = static_cast<int>(10 * progress.fraction) > static_cast<int>(10 * last_compared_);
    if (!tenth && last_comparing_s_ > 0 && progress.elapsed_s - last_comparing_s_ < 30) return;
    last_compared_ = progress.fraction;
    last_comparing_s_ = progress.elapsed_s;
    tell(comparison_line(progress) + '\n');
}

void ProgressReporter::show(const Progress& progress) {
    switch (style_) {
        case ProgressStyle::none: return;
        case ProgressStyle::json: put(progress_json(progress) + '\n'); return;
        case ProgressStyle::bar:
            tell("\r\x1b[K" + progress_bar(progress, terminal_columns(stderr), units_));
            line_open_ = true;
            return;
        case ProgressStyle::plain: break;
    }
    const double fraction = whole_fraction(progress);
    const bool tenth = static_cast<int>(10 * fraction) > static_cast<int>(10 * last_fraction_);
    const bool next_shot = progress.shot > last_shot_;
    if (started_ && !tenth && !next_shot && progress.elapsed_s - last_elapsed_s_ < 30) return;
    started_ = true;
    last_shot_ = progress.shot;
    last_fraction_ = fraction;
    last_elapsed_s_ = progress.elapsed_s;
    tell(progress_line(progress, units_) + '\n');
}

void ProgressReporter::close() {
    if (!line_open_) return;
    tell("\n");
    line_open_ = false;
}

}  // namespace wavesim
