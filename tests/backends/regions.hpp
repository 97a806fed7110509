// SPDX-License-Identifier: MIT
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/grid/grid.hpp"

namespace wavesim::testing {

/// A part of a grid with layers: inner box, face, edge or corner, named after the sides whose layers it lies in.
struct Region {
    std::string name;
    NodeBox box;
};

/// All 27 of a grid with layers on all sides (9 in 2D); `width`: nodes per Side.
inline std::vector<Region> regions_of(const Extent& extent, const std::array<std::int64_t, 6>& width) {
    std::vector<Region> regions{{"", {{0, 0, 0}, {0, 0, 0}}}};
    for (int axis = 0; axis < 3; ++axis) {
        const auto low = static_cast<std::size_t>(2 * axis);
        const std::int64_t n = extent.along(axis);
        const std::array<std::int64_t, 4> cuts{0, width[low], n - width[low + 1], n};
        std::vector<Region> cut;
        for (const Region& region : regions)
            for (std::size_t part = 0; part < 3; ++part) {
                if (cuts[part] == cuts[part + 1]) continue;
                Region piece = region;
                const auto along = [axis](Node& node) -> std::int64_t& {
                    return axis == 0 ? node.x : axis == 1 ? node.y : node.z;
                };
                along(piece.box.from) = cuts[part];
                along(piece.box.to) = cuts[part + 1];
                if (part != 1) piece.name += std::string(1, "xyz"[axis]) + (part == 0 ? "_min " : "_max ");
                cut.push_back(piece);
            }
        regions = cut;
    }
    return regions;
}

/// Expects in every region that the largest difference is at most that share of the largest value there.
inline void expect_equal_regions(const std::vector<double>& field, const std::vector<double>& expected,
                                 const Extent& extent, const std::vector<Region>& regions, double most) {
    for (const Region& region : regions) {
        double peak = 0;
        double difference = 0;
        for (std::int64_t z = region.box.from.z; z < region.box.to.z; ++z)
            for (std::int64_t y = region.box.from.y; y < region.box.to.y; ++y)
                for (std::int64_t x = region.box.from.x; x < region.box.to.x; ++x) {
                    const auto i = static_cast<std::size_t>(extent.index(x, y, z));
                    const double miss = std::abs(field[i] - expected[i]);
                    peak = std::max(peak, std::abs(expected[i]));
                    if (!(miss <= difference)) difference = std::isnan(miss) ? HUGE_VAL : miss;
                }
        EXPECT_GT(peak, 1e-3) << region.name;  // of random fields between -1 and 1
        EXPECT_LE(difference, most * peak) << (region.name.empty() ? "inner box" : region.name);
    }
}

}  // namespace wavesim::testing
