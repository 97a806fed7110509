// SPDX-License-Identifier: MIT
#include "app/bench/plot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "app/bench/report.hpp"

namespace wavesim::test {
namespace {

StepTiming row(std::int64_t nodes_x, const std::string& backend, double ctpn_s) {
    StepTiming timing;
    timing.stencil = "leggy-1";
    timing.shape = "leggy";
    timing.backend = backend;
    timing.extent = {nodes_x, 256, 128};
    timing.precision = Precision::float32;
    timing.points = 7;
    timing.ctpn_s = ctpn_s;
    timing.floor_ctpn_s = 2.8e-12;
    return timing;
}

/// Text of 12 pixels reaches 11 above its line and 3 below, and a letter is taken to be 6 wide: no two texts share a
/// pixel, the legend stands below the panels and the machine below the legend.
TEST(BenchPlot, TextsDoNotOverlap) {
    BenchReport several;
    several.device = "NVIDIA H200";
    several.date = "2026-11-21T12:00:00Z";
    several.rows = {row(512, "texture.loop", 8e-12), row(512, "stream25.sweep", 3e-12), row(512, "semi.tma", 4e-12)};
    for (const int panels : {1, 3}) {
        const std::string svg = bench_plot(several);
        struct Box {
            std::string text;
            double left, right, top, bottom;
        };
        std::vector<Box> boxes;
        const std::regex label("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" text-anchor=\"(\\w+)\">([^<]*)</text>");
        for (std::sregex_iterator at(svg.begin(), svg.end(), label), end; at != end; ++at) {
            const double x = std::stod((*at)[1]), y = std::stod((*at)[2]),
                         wide = 6.0 * static_cast<double>((*at)[4].length());
            const double left = (*at)[3] == "start" ? x : (*at)[3] == "end" ? x - wide : x - wide / 2;
            boxes.push_back({(*at)[4], left, left + wide, y - 11, y + 3});
        }
        ASSERT_GT(boxes.size(), 15U);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Box &a = boxes[i], &b = boxes[j];
                EXPECT_FALSE(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
                    << panels << " panels: " << a.text << " and " << b.text;
            }
        const auto find = [&](const std::string& text) {
            return *std::ranges::find_if(boxes, [&](const Box& box) { return box.text.starts_with(text); });
        };
        EXPECT_GE(find("texture.loop").top, panels == 1 ? 340 : 680);
        EXPECT_LE(find("NVIDIA H200, 2026").bottom, panels == 1 ? 400 : 740);
        for (const std::int64_t nodes : {640, 800})  // two panels more
            several.rows.push_back(row(nodes, "texture.loop", 7e-12));
    }
}

}  // namespace
}  // namespace wavesim::test
