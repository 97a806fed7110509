// SPDX-License-Identifier: MIT
#include "boundary/local_walls.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

/// Faces of two laws in turn, each at its own node and speed.
WallPasses faces(std::int64_t count) {
    WallPasses walls;
    walls.explicit_walls.law = {{40, 0.5, 1, 1}, {10, 0.5, 1, 1}};
    walls.branch_walls.law = {{20, 0.5, 1, 0.5}};
    for (std::int64_t i = 0; i < count; ++i) {
        walls.explicit_walls.nodes.push_back(i);
        walls.explicit_walls.laws.push_back(static_cast<std::uint16_t>(i % 2));
        walls.branch_walls.nodes.push_back(i);
        walls.branch_walls.laws.insert(walls.branch_walls.laws.end(), 2, 0);
        walls.branch_walls.first.push_back(2 * (i + 1));
    }
    return walls;
}

NodeFactors medium(std::int64_t count, float step) {
    NodeFactors factors;
    for (std::int64_t i = 0; i < count; ++i) factors.of_node.push_back(1 - step * static_cast<float>(i));
    return factors;
}

void expect_law(const WallLaw& law, double resistance, double mass, double factor, double tolerance) {
    EXPECT_NEAR(law.resistance, resistance * std::sqrt(factor), tolerance * resistance);
    EXPECT_NEAR(law.area, factor, tolerance);
    EXPECT_LE(law.area, factor);
    EXPECT_EQ(law.air_mass, 0.5);
    EXPECT_EQ(law.mass, mass);
}

void expect_laws(const WallPasses& walls, const NodeFactors& factors, double tolerance) {
    for (std::size_t i = 0; i < factors.of_node.size(); ++i) {
        const auto factor = static_cast<double>(factors.of_node[i]);
        const ExplicitWalls& e = walls.explicit_walls;
        expect_law(e.law[e.laws[i]], i % 2 == 0 ? 40 : 10, 1, factor, tolerance);
        for (const std::size_t face : {2 * i, 2 * i + 1})
            expect_law(walls.branch_walls.law[walls.branch_walls.laws[face]], 20, 0.5, factor, tolerance);
    }
}

TEST(LocalWalls, FitEveryFaceToItsSpeed) {
    const NodeFactors factors = medium(100, 0.005F);
    WallPasses walls = faces(100);
    fit_walls_to_medium(factors, walls);
    expect_laws(walls, factors, 1e-15);
    EXPECT_EQ(walls.explicit_walls.law.size(), 100U);
    EXPECT_EQ(walls.branch_walls.law.size(), 100U);
}

TEST(LocalWalls, RoundTheFactorsOfTooManySpeeds) {
    const NodeFactors factors = medium(100'000, 9.9e-6F);
    WallPasses walls = faces(100'000);
    fit_walls_to_medium(factors, walls);
    expect_laws(walls, factors, 1.0 / 512);
    EXPECT_LE(walls.explicit_walls.law.size(), 65536U);
}

TEST(LocalWalls, LeaveOneMediumAlone) {
    WallPasses walls = faces(3);
    fit_walls_to_medium({}, walls);
    EXPECT_EQ(walls.explicit_walls.law, faces(3).explicit_walls.law);
}

}  // namespace
}  // namespace wavesim
