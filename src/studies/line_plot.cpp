// SPDX-License-Identifier: MIT
#include "studies/line_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/canvas.hpp"

namespace wavesim {

namespace {

constexpr int plot_width = 900, plot_height = 620;
constexpr int plot_left = 90, plot_right = 250, plot_top = 50, plot_bottom = 70;
/// Colours of Okabe and Ito, which colour-blind readers can distinguish.
constexpr std::array<Rgb, 8> series_colours{Rgb{0, 114, 178}, Rgb{213, 94, 0},   Rgb{0, 158, 115}, Rgb{204, 121, 167},
                                            Rgb{230, 159, 0}, Rgb{86, 180, 233}, Rgb{0, 0, 0},     Rgb{150, 150, 150}};
constexpr Rgb pale{225, 225, 225};

bool drawable(double x, double y) { return x > 0 && y > 0 && std::isfinite(x) && std::isfinite(y); }

/// A logarithmic axis over pixels.
struct LogAxis {
    double least = 1e300, most = 0;
    int from = 0, to = 0;

    void take(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    void widen() {
        if (!(most > 0)) least = 0.1, most = 1;
        least /= 1.3;
        most *= 1.3;
    }
    int pixel(double value) const {
        return from + static_cast<int>(std::lround((to - from) * std::log(value / least) / std::log(most / least)));
    }
    /// 1, 2, 5 times powers of ten; powers alone over more than four decades.
    std::vector<double> ticks() const {
        std::vector<double> values;
        const bool many = most / least > 1e4;
        for (int decade = static_cast<int>(std::floor(std::log10(least))); std::pow(10.0, decade) <= most; ++decade)
            for (const double step : {1.0, 2.0, 5.0})
                if (const double tick = step * std::pow(10.0, decade);
                    (step == 1 || !many) && tick >= least && tick <= most)
                    values.push_back(tick);
        return values;
    }
};

void draw_line(Canvas& canvas, int x1, int y1, int x2, int y2, Rgb colour) {
    const int steps = std::max({1, std::abs(x2 - x1), std::abs(y2 - y1)});
    for (int i = 0; i <= steps; ++i) canvas.fill(x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps, 2, 2, colour);
}

void draw_axes(Canvas& canvas, const LogAxis& x, const LogAxis& y) {
    for (const double tick : x.ticks()) {
        canvas.fill(x.pixel(tick), y.to, 1, y.from - y.to, pale);
        canvas.text(x.pixel(tick), y.from + 8, fmt::format("{:g}", tick), ink, Canvas::Align::centre);
    }
    for (const double tick : y.ticks()) {
        canvas.fill(x.from, y.pixel(tick), x.to - x.from, 1, pale);
        canvas.text(x.from - 8, y.pixel(tick) - 5, fmt::format("{:g}", tick), ink, Canvas::Align::right);
    }
    canvas.frame(x.from, y.to, x.to - x.from, y.from - y.to, ink);
}

}  // namespace

std::string line_plot(const std::vector<PlotSeries>& series, const std::string& title, const std::string& x_label,
                      const std::string& y_label) {
    LogAxis x, y;
    x.from = plot_left, x.to = plot_width - plot_right;
    y.from = plot_height - plot_bottom, y.to = plot_top;
    for (const PlotSeries& one : series)
        for (std::size_t i = 0; i < one.x.size(); ++i)
            if (drawable(one.x[i], one.y[i])) x.take(one.x[i]), y.take(one.y[i]);
    x.widen();
    y.widen();
    Canvas canvas(plot_width, plot_height, {255, 255, 255});
    draw_axes(canvas, x, y);
    canvas.text(plot_left, 20, title, ink);
    canvas.text((x.from + x.to) / 2, plot_height - 30, x_label, ink, Canvas::Align::centre);
    canvas.text_upwards(18, (y.from + y.to) / 2, y_label, ink);
    for (std::size_t s = 0; s < series.size(); ++s) {
        const Rgb colour = series_colours[s % series_colours.size()];
        int last_x = -1, last_y = -1;
        for (std::size_t i = 0; i < series[s].x.size(); ++i) {
            if (!drawable(series[s].x[i], series[s].y[i])) continue;
            const int px = x.pixel(series[s].x[i]), py = y.pixel(series[s].y[i]);
            if (last_x >= 0) draw_line(canvas, last_x, last_y, px, py, colour);
            canvas.fill(px - 3, py - 3, 8, 8, colour);
            last_x = px;
            last_y = py;
        }
        const int row = plot_top + 10 + 22 * static_cast<int>(s);
        canvas.fill(x.to + 20, row, 12, 12, colour);
        canvas.text(x.to + 40, row, series[s].name, ink);
    }
    return canvas.png();
}

}  // namespace wavesim
