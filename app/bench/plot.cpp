// SPDX-License-Identifier: MIT
#include "app/bench/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/quantity_text.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/step_timing.hpp"

namespace wavesim {

namespace {

constexpr int panel_width = 460;
constexpr int panel_height = 340;
constexpr int left = 60;
constexpr int top = 40;
constexpr int right = 20;
constexpr int bottom = 50;
constexpr std::array colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"};

std::string title_of(const StepTiming& row) { return fmt::format("{}, {}", word_of(row.precision), grid_text(row)); }

/// Logarithmic axes of one panel; y in picoseconds.
struct Axes {
    double x_least, x_most, y_least, y_most;
    double x0, y0;  ///< top left corner of the panel

    double x(double points) const {
        return x0 + left + (panel_width - left - right) * std::log(points / x_least) / std::log(x_most / x_least);
    }
    double y(double ps) const {
        return y0 + panel_height - bottom -
               (panel_height - top - bottom) * std::log(ps / y_least) / std::log(y_most / y_least);
    }
};

std::string label(double x, double y, const std::string& text, const char* anchor = "middle") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, text);
}

std::string line(double x1, double y1, double x2, double y2, const char* style) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
}

/// 1, 2, 5 times powers of ten between two values.
std::vector<double> ticks(double least, double most) {
    std::vector<double> values;
    for (double decade = std::pow(10, std::floor(std::log10(least))); decade <= most; decade *= 10)
        for (const double step : {1.0, 2.0, 5.0})
            if (decade * step >= least * 0.999 && decade * step <= most * 1.001) values.push_back(decade * step);
    return values;
}

std::string frame(const Axes& axes, const std::string& title) {
    std::string svg = label(axes.x0 + panel_width - right, axes.y0 + top - 12, title, "end");
    for (const double tick : ticks(axes.x_least, axes.x_most)) {
        svg += line(axes.x(tick), axes.y(axes.y_least), axes.x(tick), axes.y(axes.y_most), "stroke=\"#ddd\"");
        svg += label(axes.x(tick), axes.y(axes.y_least) + 16, fmt::format("{:g}", tick));
    }
    for (const double tick : ticks(axes.y_least, axes.y_most)) {
        svg += line(axes.x(axes.x_least), axes.y(tick), axes.x(axes.x_most), axes.y(tick), "stroke=\"#ddd\"");
        svg += label(axes.x(axes.x_least) - 6, axes.y(tick) + 4, fmt::format("{:g}", tick), "end");
    }
    svg += label((axes.x(axes.x_least) + axes.x(axes.x_most)) / 2, axes.y(axes.y_least) + 36, "points K");
    return svg + label(axes.x0 + 4, axes.y0 + top - 12, "CTPN [ps]", "start");
}

/// Circle, square or diamond.
std::string mark(double x, double y, const std::string& shape, const char* colour) {
    if (shape == "leggy")
        return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.2\" fill=\"{}\"/>\n", x, y, colour);
    if (shape == "compact-in-space")
        return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"6\" height=\"6\" fill=\"{}\"/>\n", x - 3, y - 3,
                           colour);
    return fmt::format("<path d=\"M{0:.1f} {1:.1f}l4 4l-4 4l-4-4z\" fill=\"{2}\"/>\n", x, y - 4, colour);
}

std::string panel(const std::vector<StepTiming>& rows, const Axes& axes,
                  const std::map<std::string, const char*>& colour_of) {
    std::string svg = frame(axes, title_of(rows.front()));
    const StepTiming* seven = nullptr;
    for (const StepTiming& row : rows) {
        svg += mark(axes.x(row.points), axes.y(1e12 * row.ctpn_s), row.shape, colour_of.at(row.backend));
        if (row.backend == "texture.loop" && row.points == 7 && seven == nullptr) seven = &row;
    }
    const double floor = 1e12 * rows.front().floor_ctpn_s;
    svg += line(axes.x(axes.x_least), axes.y(floor), axes.x(axes.x_most), axes.y(floor), "stroke=\"#444\"");
    svg += label(axes.x(axes.x_most), axes.y(floor) - 4, "F", "end");
    if (seven != nullptr) {
        std::string points;
        for (double k = axes.x_least; k <= axes.x_most * 1.001; k *= 1.1) {
            const double ps = 1e12 * seven->ctpn_s * (k + 1) / 8;
            if (ps >= axes.y_least && ps <= axes.y_most) points += fmt::format("{:.1f},{:.1f} ", axes.x(k), axes.y(ps));
        }
        svg +=
            fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#444\" stroke-dasharray=\"5 4\"/>\n", points);
    }
    return svg;
}

std::string legend(const std::map<std::string, const char*>& colour_of, double y) {
    std::string svg;
    double x = left;
    for (const auto& [backend, colour] : colour_of) {
        svg +=
            fmt::format("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"10\" height=\"10\" fill=\"{}\"/>\n", x, y - 9, colour);
        svg += label(x + 14, y, backend, "start");
        x += 24 + 7.0 * static_cast<double>(backend.size());
    }
    y += 20;
    x = left;
    for (const char* shape : {"leggy", "compact-in-space", "box-compact"}) {
        svg += mark(x + 5, y - 4, shape, "#444") + label(x + 14, y, shape, "start");
        x += 30 + 7.0 * static_cast<double>(std::string(shape).size());
    }
    return svg + label(x, y, "dashed: CTPN of 7 points x (K + 1) / 8", "start");
}

}  // namespace

std::string bench_plot(const BenchReport& report) {
    std::vector<std::vector<StepTiming>> panels;
    std::map<std::string, const char*> colour_of;
    double least = 1e300;
    double most = 0;
    for (const StepTiming& row : report.rows) {
        const auto same = [&](const auto& rows) { return title_of(rows.front()) == title_of(row); };
        auto found = std::find_if(panels.begin(), panels.end(), same);
        if (found == panels.end()) found = panels.insert(found, std::vector<StepTiming>{});
        found->push_back(row);
        if (!colour_of.contains(row.backend)) colour_of[row.backend] = colours[colour_of.size() % colours.size()];
        least = std::min({least, 1e12 * row.ctpn_s, 1e12 * row.floor_ctpn_s});
        most = std::max(most, 1e12 * row.ctpn_s);
    }
    const auto lines = static_cast<int>((panels.size() + 1) / 2);
    const int height = std::max(1, lines) * panel_height + 60;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        2 * panel_width, height);
    for (std::size_t i = 0; i < panels.size(); ++i)
        svg += panel(panels[i],
                     {6, 500, least / 1.2, most * 1.2, static_cast<double>(i % 2 * panel_width),
                      static_cast<double>(i / 2 * panel_height)},
                     colour_of);
    svg += legend(colour_of, lines * panel_height + 20.0);
    svg += label(left, height - 4.0,
                 fmt::format("{}, {}", report.device.empty() ? report.processor : report.device, report.date), "start");
    return svg + "</svg>\n";
}

}  // namespace wavesim
