// SPDX-License-Identifier: MIT
#include "io/picture/decay_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "io/picture/axis_ticks.hpp"

namespace wavesim {

namespace {

constexpr int plot_left = 76, plot_top = 44, below_plot = 56, plot_width = 640, plot_height = 420, beside_plot = 210;
constexpr double floor_db = -70;
constexpr double line_begins_db = -5, line_ends_db = -25;  // T20
constexpr int dot = 4;                                     // pixels from one to the next

Rgb colour_of(std::size_t band, std::size_t bands) {
    const double hue = 2 * std::numbers::pi * static_cast<double>(band) / static_cast<double>(bands);
    return srgb_from_lab(52, 58 * std::cos(hue), 58 * std::sin(hue));
}

/// Position of times and levels on the canvas.
struct Axes {
    double seconds;

    int x(double time_s) const { return plot_left + static_cast<int>(std::lround(time_s / seconds * plot_width)); }
    int y(double level_db) const { return plot_top + static_cast<int>(std::lround(level_db / floor_db * plot_height)); }
    double time(int x) const { return (x - plot_left) * seconds / plot_width; }
};

/// Axes long enough for all curves to reach the lowest level.
Axes axes_of(const DecayView& view) {
    std::size_t longest = 1;
    for (const DecayView::Band& band : view.bands) {
        const auto end = std::ranges::find_if(band.levels_db, [](double db) { return db < floor_db; });
        longest = std::max(longest, static_cast<std::size_t>(end - band.levels_db.begin()));
    }
    return {static_cast<double>(longest) * view.step_s};
}

void draw_axes(Canvas& canvas, const Axes& axes) {
    for (double db = 0; db >= floor_db; db -= 10) {
        const int y = axes.y(db);
        if (db < 0 && db > floor_db) canvas.fill(plot_left, y, plot_width, 1, faint);
        canvas.fill(plot_left - 6, y, 5, 1, ink);
        canvas.text(plot_left - 9, y - 7, fmt::format("{:.0f}", db), ink, Canvas::Align::right);
    }
    const double step = tick_step(axes.seconds, 8);
    for (double k = 0; k * step <= axes.seconds; ++k) {
        const int x = axes.x(k * step);
        if (k > 0 && x < plot_left + plot_width - 1) canvas.fill(x, plot_top, 1, plot_height, faint);
        canvas.fill(x, plot_top + plot_height + 1, 1, 5, ink);
        canvas.text(x, plot_top + plot_height + 8, fmt::format("{:.6g}", k * step), ink, Canvas::Align::centre);
    }
    canvas.text(plot_left + plot_width / 2, plot_top + plot_height + 28, "time [s]", ink, Canvas::Align::centre);
    canvas.text_upwards(4, plot_top + plot_height / 2, "level [dB]", ink);
}

void draw_curve(Canvas& canvas, const Axes& axes, const DecayView::Band& band, double step_s, Rgb colour) {
    std::optional<int> before;
    for (int x = plot_left; x < plot_left + plot_width; ++x) {
        const auto sample = static_cast<std::size_t>(axes.time(x) / step_s);
        if (sample >= band.levels_db.size() || !(band.levels_db[sample] >= floor_db)) break;
        const int y = axes.y(band.levels_db[sample]);
        const int from = std::min(before.value_or(y), y);
        canvas.fill(x, from, 1, std::max(before.value_or(y), y) - from + 2, colour);
        before = y;
    }
}

/// The line of T20: its slope follows from T20, and it passes through the middle of the levels to which it is fitted.
void draw_line(Canvas& canvas, const Axes& axes, const DecayView::Band& band, double step_s) {
    if (!std::isfinite(band.t20_s)) return;
    double samples = 0, time = 0, level = 0;
    for (std::size_t i = 0; i < band.levels_db.size(); ++i) {
        if (band.levels_db[i] > line_begins_db || band.levels_db[i] < line_ends_db) continue;
        samples += 1;
        time += static_cast<double>(i) * step_s;
        level += band.levels_db[i];
    }
    if (samples == 0) return;
    for (int x = plot_left; x < plot_left + plot_width; x += dot) {
        const double here = (level - 60 * (samples * axes.time(x) - time) / band.t20_s) / samples;
        if (here <= line_begins_db && here >= line_ends_db) canvas.fill(x, axes.y(here), 2, 2, ink);
    }
}

}  // namespace

Canvas draw_decays(const DecayView& view) {
    Canvas canvas(plot_left + plot_width + beside_plot, plot_top + plot_height + below_plot, paper);
    const Axes axes = axes_of(view);
    canvas.text(plot_left, 12, view.title, ink);
    draw_axes(canvas, axes);
    for (std::size_t b = 0; b < view.bands.size(); ++b) {
        const DecayView::Band& band = view.bands[b];
        const Rgb colour = colour_of(b, view.bands.size());
        draw_curve(canvas, axes, band, view.step_s, colour);
        draw_line(canvas, axes, band, view.step_s);
        const int y = plot_top + 4 + 20 * static_cast<int>(b);
        canvas.fill(plot_left + plot_width + 14, y + 2, 12, 12, colour);
        const std::string time = std::isfinite(band.t20_s) ? fmt::format("T20 {:.2f} s", band.t20_s) : "T20 not known";
        canvas.text(plot_left + plot_width + 32, y, fmt::format("{}: {}", band.name, time), ink);
    }
    canvas.frame(plot_left, plot_top, plot_width, plot_height, ink);
    return canvas;
}

}  // namespace wavesim
