// SPDX-License-Identifier: MIT
#include "solvers/space/grid_choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace wavesim {

namespace {

double worst_error(const std::vector<double>& lengths, double spacing, WallPosition walls) {
    double worst = 0;
    for (const double length : lengths) {
        const double cells = nodes_along(length, spacing, walls) - (walls == WallPosition::whole ? 1 : 0);
        worst = std::max(worst, std::abs(cells * spacing / length - 1));
    }
    return worst;
}

}  // namespace

double nodes_along(double length_m, double spacing_m, WallPosition walls) {
    return std::round(length_m / spacing_m) + (walls == WallPosition::whole ? 1 : 0);
}

double length_of(std::int64_t nodes, double spacing_m, WallPosition walls) {
    return static_cast<double>(walls == WallPosition::whole ? nodes - 1 : nodes) * spacing_m;
}

std::optional<GridChoice> choose_grid(int dims, const Point& size_m, double asked_spacing_m, WallPosition walls) {
    constexpr double exact = 1e-11;
    constexpr double exact_within = 0.01;    // accepted reduction for an exact fit,
    constexpr double exact_further = 0.001;  // or further reduction below the largest good spacing
    constexpr double good_enough = 1e-4;
    std::vector<double> lengths{size_m.x, size_m.z};
    if (dims == 3) lengths.push_back(size_m.y);

    // Spacings that fit one axis exactly, and a sweep between them.
    std::vector<double> spacings{asked_spacing_m};
    for (const double length : lengths) {
        const double cells = std::ceil(length / asked_spacing_m * (1 - 1e-12));
        for (double n = std::max(cells, 1.0); length / n >= (1 - largest_shrink) * asked_spacing_m && n < cells + 1000;
             ++n)
            spacings.push_back(length / n);
    }
    constexpr int sweep = 600;
    for (int i = 1; i <= sweep; ++i) spacings.push_back(asked_spacing_m * (1 - largest_shrink * i / sweep));
    std::sort(spacings.begin(), spacings.end(), std::greater<>());

    double spacing = asked_spacing_m;
    double error = std::numeric_limits<double>::infinity();
    for (const double candidate : spacings) {
        const double last = std::min((1 - exact_within) * asked_spacing_m, (1 - exact_further) * spacing);
        if (error <= exact || (error <= good_enough && candidate < last)) break;
        const double e = worst_error(lengths, candidate, walls);
        if (error > good_enough ? e < error - 1e-12 : e <= exact) {
            error = e;
            spacing = candidate;
        }
    }

    double nodes = 1;
    std::array<double, 3> n{nodes_along(size_m.x, spacing, walls),
                            dims == 2 ? 1.0 : nodes_along(size_m.y, spacing, walls),
                            nodes_along(size_m.z, spacing, walls)};
    for (const double along : n) {
        if (!(along >= 1 && along <= std::numeric_limits<std::int32_t>::max())) return std::nullopt;
        nodes *= along;
    }
    for (const double length : lengths)
        if (std::round(length / spacing) < 1) return std::nullopt;
    if (nodes > 0x1p60) return std::nullopt;
    return GridChoice{
        {static_cast<std::int64_t>(n[0]), static_cast<std::int64_t>(n[1]), static_cast<std::int64_t>(n[2])},
        spacing,
        error};
}

std::string cells_text(std::int64_t cells) { return std::to_string(cells) + (cells == 1 ? " cell" : " cells"); }

}  // namespace wavesim
