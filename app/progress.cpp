// SPDX-License-Identifier: MIT
#include "app/progress.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/quantity_text.hpp"
#include "app/terminal.hpp"

namespace wavesim {

namespace {
double fraction_of(const Progress& progress) {
    return progress.steps > 0 ? static_cast<double>(progress.step) / static_cast<double>(progress.steps) : 1.0;
}
}  // namespace

ProgressStyle progress_style(const std::string& name) {
    if (name == "bar") return ProgressStyle::bar;
    if (name == "plain") return ProgressStyle::plain;
    if (name == "json") return ProgressStyle::json;
    if (name == "none") return ProgressStyle::none;
    return is_terminal(stderr) ? ProgressStyle::bar : ProgressStyle::plain;
}

std::string progress_bar(const Progress& progress, int columns) {
    const double fraction = fraction_of(progress);
    const std::string facts = fmt::format(" {:3.0f} %  step {}/{}  {}  peak {}  {} left", 100 * fraction, progress.step,
                                          progress.steps, si_text(progress.nodes_per_s, "node/s"),
                                          si_text(progress.peak_pa, "Pa"), duration_text(progress.eta_s));
    const int width = std::clamp(columns - static_cast<int>(facts.size()) - 3, 0, 40);
    if (width < 5) return facts.substr(1, static_cast<std::size_t>(std::max(0, columns - 1)));
    const auto full = static_cast<std::size_t>(fraction * width);
    return '[' + std::string(full, '#') + std::string(static_cast<std::size_t>(width) - full, '-') + ']' + facts;
}

std::string progress_line(const Progress& progress) {
    return fmt::format("step {} of {} ({:.0f} %), {} elapsed, {} left, {}, peak {}", progress.step, progress.steps,
                       100 * fraction_of(progress), duration_text(progress.elapsed_s), duration_text(progress.eta_s),
                       si_text(progress.nodes_per_s, "node/s"), si_text(progress.peak_pa, "Pa"));
}

std::string progress_json(const Progress& progress) {
    const nlohmann::ordered_json json{{"event", "progress"},
                                      {"step", progress.step},
                                      {"steps", progress.steps},
                                      {"fraction", fraction_of(progress)},
                                      {"elapsed_s", progress.elapsed_s},
                                      {"eta_s", progress.eta_s},
                                      {"nodes_per_s", progress.nodes_per_s},
                                      {"peak_pa", progress.peak_pa}};
    return json.dump();
}

void ProgressReporter::show(const Progress& progress) {
    switch (style_) {
        case ProgressStyle::none: return;
        case ProgressStyle::json:
            fmt::print("{}\n", progress_json(progress));
            std::fflush(stdout);
            return;
        case ProgressStyle::bar:
            fmt::print(stderr, "\r\x1b[K{}", progress_bar(progress, terminal_columns(stderr)));
            line_open_ = true;
            return;
        case ProgressStyle::plain: break;
    }
    const double fraction = fraction_of(progress);
    const bool tenth = static_cast<int>(10 * fraction) > static_cast<int>(10 * last_fraction_);
    if (started_ && !tenth && progress.elapsed_s - last_elapsed_s_ < 30) return;
    started_ = true;
    last_fraction_ = fraction;
    last_elapsed_s_ = progress.elapsed_s;
    fmt::print(stderr, "{}\n", progress_line(progress));
}

void ProgressReporter::close() {
    if (!line_open_) return;
    fmt::print(stderr, "\n");
    line_open_ = false;
}

}  // namespace wavesim
