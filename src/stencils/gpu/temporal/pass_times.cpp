// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/pass_times.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace wavesim {

namespace {

using enum Precision;
using Points = PassCase::Points;
using Walls = PassCase::Walls;
using Factors = PassCase::Factors;
constexpr std::nullopt_t any = std::nullopt;

/// From grids of 512 planes (docs/performance.md). Rows with factors in double at reach 2 are estimates.
constexpr std::array<PassTime, 25> rows{{
    // card, precision, reach, points, walls, factors, levels at least, us
    {h200, float32, 1, any, Walls::none, Factors::one, 5, 2.0},
    {h200, float32, 1, any, Walls::none, Factors::one, 1, 1.82},
    {h200, float32, 1, Points::axes, Walls::none, Factors::values, 1, 1.86},
    {h200, float32, 1, Points::cube, Walls::none, Factors::values, 4, 2.15},
    {h200, float32, 1, Points::cube, Walls::none, Factors::values, 1, 1.86},
    {h200, float32, 1, Points::axes, Walls::none, Factors::table, 1, 2.4},
    {h200, float32, 1, Points::cube, Walls::none, Factors::table, 1, 2.75},
    {h200, float32, 2, Points::axes, any, Factors::one, 1, 1.85},
    {h200, float32, 2, Points::cube, any, Factors::one, 1, 2.19},
    {h200, float32, 2, Points::axes, any, Factors::values, 1, 2.25},
    {h200, float32, 2, Points::axes, any, Factors::table, 1, 2.65},
    {h200, float32, 2, Points::cube, any, any, 1, 3.3},
    {h200, float32, 1, any, Walls::explicit_form, Factors::one, 1, 2.52},
    {h200, float32, 1, any, Walls::branch_form, Factors::one, 1, 2.94},
    {h200, float32, 1, Points::axes, any, Factors::values, 1, 3.0},
    {h200, float32, 1, Points::axes, any, Factors::table, 1, 3.3},
    {h200, float32, 1, Points::cube, any, any, 1, 2.85},
    {h200, float64, 1, Points::axes, any, Factors::one, 1, 1.66},
    {h200, float64, 1, Points::cube, any, Factors::one, 1, 1.86},
    {h200, float64, 1, Points::axes, any, any, 1, 2.0},
    {h200, float64, 1, Points::cube, any, any, 1, 2.77},
    {h200, float64, 2, Points::axes, any, Factors::one, 1, 2.0},
    {h200, float64, 2, Points::cube, any, Factors::one, 1, 1.8},
    {h200, float64, 2, Points::axes, any, any, 1, 2.8},
    {h200, float64, 2, Points::cube, any, any, 1, 3.5},
}};

/// Times of lower tiles, relative to the highest tiles, in float.
struct LowTiles {
    std::string_view card;
    int most_rows;
    double without_walls;
    double with_walls;
};
constexpr std::array<LowTiles, 2> low_tiles{{{h200, 16, 0.71, 0.66}, {h200, 24, 0.79, 0.93}}};

double share_of_low_tiles(const PassCase& one) {
    if (one.precision == float64) return 1;
    for (const LowTiles& low : low_tiles)
        if (low.card == one.card && one.tile_y <= low.most_rows)
            return one.walls == Walls::none ? low.without_walls : low.with_walls;
    return 1;
}

}  // namespace

bool PassTime::holds(const PassCase& one) const {
    return card == one.card && precision == one.precision && reach == one.reach &&
           points.value_or(one.points) == one.points && walls.value_or(one.walls) == one.walls &&
           factors.value_or(one.factors) == one.factors && least_levels <= one.levels;
}

std::span<const PassTime> pass_times() { return rows; }

double pass_plane_seconds(const PassCase& one) {
    const auto row = std::ranges::find_if(rows, [&one](const PassTime& time) { return time.holds(one); });
    if (row == rows.end()) throw std::logic_error("no time is known of such a pass");
    return share_of_low_tiles(one) * row->plane_us * 1e-6;
}

}  // namespace wavesim
