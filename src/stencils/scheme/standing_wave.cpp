// SPDX-License-Identifier: MIT
#include "stencils/scheme/standing_wave.hpp"

#include <cstdio>
#include <numbers>

#include "stencils/scheme/memo.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

namespace {

std::optional<std::array<double, 3>> find_standing_wave(const Stencil& stencil) {
    constexpr double least_speed2 = 0.005;
    constexpr int nodes = 61;  // thirds, quarters, fifths and sixths of pi are nodes
    const StencilSymbol::Wedge wedge = StencilSymbol(stencil).on_wedge(nodes);
    double least = least_speed2;
    std::optional<std::array<double, 3>> slowest;
    for (std::size_t n = 0; n < wedge.nodes.size(); ++n) {
        std::array<double, 3> k{};
        double k2 = 0;
        for (std::size_t d = 0; d < 3; ++d) {
            k[d] = std::numbers::pi * wedge.nodes[n][d] / (nodes - 1);
            k2 += k[d] * k[d];
        }
        if (k2 == 0 || wedge.values[n] >= least * k2) continue;
        least = wedge.values[n] / k2;
        slowest = k;
    }
    return slowest;
}

}  // namespace

std::optional<std::array<double, 3>> standing_wave(const Stencil& stencil) {
    static Memo<std::optional<std::array<double, 3>>> known;
    return known.of(numbers_of(stencil), [&] { return find_standing_wave(stencil); });
}

std::string wave_text(const std::array<double, 3>& k, int dims) {
    std::string text;
    for (const std::size_t d : {0, 1, 2}) {
        if (dims == 2 && d == 1) continue;
        char turn[32];
        std::snprintf(turn, sizeof turn, "%.3g", k[d] / std::numbers::pi);
        text += (text.empty() ? "[" : ", ") + std::string(turn);
    }
    return text + "] pi";
}

}  // namespace wavesim
