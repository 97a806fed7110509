// SPDX-License-Identifier: MIT
#include "solvers/ways/sound_ways.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "physics/scene_builder.hpp"
#include "solvers/plan/plan_draft.hpp"

namespace wavesim {
namespace {

using test::box_scene;
using test::cell;
using test::node;

SolidBox block(Point from, Point to) {
    const auto scaled = [](Point p) { return Point{p.x * cell, p.y * cell, p.z * cell}; };
    return {"", scaled(from), scaled(to), {}};
}

/// From one point to another, in cells.
WayBounds way_between(const Scene& scene, const Point& from, const Point& to) {
    const PlanDraft draft = draft_plan(scene, {});
    const WayBounds found = SoundWays(draft).from(from, {to}).at(0);
    return {found.least / cell, found.most / cell};
}

Scene hall(Extent cells) {
    Scene scene = box_scene(cells, "leggy-1", 0.1);
    scene.sources = {test::ricker(node(1, 1, 1), 26)};
    return scene;
}

TEST(SoundWays, AreStraightWhereNothingBlocksThem) {
    Scene scene = hall({40, 30, 20});
    const double line = std::hypot(30, 20, 3);
    EXPECT_DOUBLE_EQ(way_between(scene, node(2, 3, 4), node(32, 23, 7)).least, line);
    scene.solids = {block({10, 0, 10}, {30, 30, 20})};  // above
    const WayBounds below = way_between(scene, node(2, 3, 4), node(32, 23, 7));
    EXPECT_DOUBLE_EQ(below.least, line);
    EXPECT_DOUBLE_EQ(below.most, line);
    const WayBounds along = way_between(scene, {0, 0, 10 * cell}, {40 * cell, 0, 10 * cell});  // on its lower face
    EXPECT_DOUBLE_EQ(along.most, 40);
}

/// The shortest way over a screen that touches both walls and the floor is that of its side view, unfolded.
TEST(SoundWays, GoOverAScreen) {
    Scene scene = hall({60, 40, 30});
    scene.solids = {block({30, 0, 0}, {31, 40, 20})};
    for (const double y : {5.0, 20.0, 35.0}) {
        const WayBounds found = way_between(scene, node(10, 5, 5), node(50, y, 5));
        const double side = std::hypot(19.5, 14.5) * 2 + 1;
        const double exact = std::hypot(side, y - 5);
        EXPECT_LE(found.least, exact);
        EXPECT_GE(found.least, exact / 1.16 - 1.5);
        EXPECT_GE(found.most, exact);
        EXPECT_LE(found.most, 1.16 * exact + 3.5);
    }
}

/// Shortest way among corners of boxes that see each other: exact in 2D.
double among_corners(const std::vector<NodeBox>& boxes, const Point& from, const Point& to) {
    struct Spot {
        double x, z;
    };
    std::vector<Spot> spots{{from.x / cell, from.z / cell}, {to.x / cell, to.z / cell}};
    for (const NodeBox& box : boxes)
        for (const std::int64_t x : {box.from.x, box.to.x})
            for (const std::int64_t z : {box.from.z, box.to.z})
                spots.push_back({static_cast<double>(x), static_cast<double>(z)});
    const auto sees = [&boxes](const Spot& a, const Spot& b) {
        for (const NodeBox& box : boxes)
            for (double t = 1.0 / 4096; t < 1; t += 1.0 / 2048) {
                const double x = a.x + t * (b.x - a.x), z = a.z + t * (b.z - a.z);
                if (x > static_cast<double>(box.from.x) + 1e-9 && x < static_cast<double>(box.to.x) - 1e-9 &&
                    z > static_cast<double>(box.from.z) + 1e-9 && z < static_cast<double>(box.to.z) - 1e-9)
                    return false;
            }
        return true;
    };
    std::vector<double> length(spots.size(), std::numeric_limits<double>::infinity());
    std::vector<bool> settled(spots.size(), false);
    length[0] = 0;
    for (std::size_t round = 0; round < spots.size(); ++round) {
        std::size_t next = spots.size();
        for (std::size_t i = 0; i < spots.size(); ++i)
            if (!settled[i] && (next == spots.size() || length[i] < length[next])) next = i;
        settled[next] = true;
        if (std::isinf(length[next])) break;
        for (std::size_t i = 0; i < spots.size(); ++i)
            if (!settled[i] && sees(spots[next], spots[i]))
                length[i] = std::min(length[i],
                                     length[next] + std::hypot(spots[i].x - spots[next].x, spots[i].z - spots[next].z));
    }
    return length[1];
}

TEST(SoundWays, BoundTheShortestWayInRandomRooms) {
    std::mt19937 random(5);
    const auto between = [&random](int least, int most) {
        return static_cast<double>(std::uniform_int_distribution<int>(least, most)(random));
    };
    int around = 0;
    for (int i = 0; i < 40; ++i) {
        Scene scene = hall({60, 1, 40});
        scene.sources[0].position = node(1, 0, 1);
        // apart from each other, so that no two of them touch at a corner
        for (int column = 0; column < 3; ++column) {
            const double x = 10 + 15 * column + between(0, 5), z = between(0, 25);
            scene.solids.push_back(block({x, 0, z}, {x + between(1, 8), 0, z + between(5, 15)}));
        }
        const Point from = node(between(0, 8), 0, between(0, 39)), to = node(between(54, 59), 0, between(0, 39));

        const WayBounds found = way_between(scene, from, to);
        const double exact = among_corners(solid_nodes(scene, draft_plan(scene, {}).grid), from, to);

        around += exact > 1.02 * std::hypot(from.x - to.x, from.z - to.z) / cell ? 1 : 0;
        EXPECT_LE(found.least, exact * (1 + 1e-12)) << i;
        EXPECT_GE(found.most, exact * (1 - 1e-12)) << i;
        EXPECT_LE(found.most, 1.09 * exact + 3) << i;
    }
    EXPECT_GE(around, 8);
}

TEST(SoundWays, AreInfiniteBetweenSealedRooms) {
    Scene scene = hall({40, 30, 20});
    scene.solids = {block({20, 0, 0}, {21, 30, 20})};
    EXPECT_TRUE(std::isinf(way_between(scene, node(5, 5, 5), node(30, 5, 5)).least));
}

TEST(AirLattice, TakesBlocksOfNodesWhereThereAreMany) {
    const std::vector<NodeBox> wall{{{30, 0, 0}, {40, 64, 50}}};
    AirLattice fine({100, 64, 80}, wall, 1 << 20), coarse({100, 64, 80}, wall, 20'000);
    fine.search({10, 32, 10});
    coarse.search({10, 32, 10});
    const double exact = 2 * std::hypot(19.5, 39.5) + 10;
    EXPECT_GE(fine.to({59, 32, 10}).least, exact / 1.16 - 1.5);
    EXPECT_LE(coarse.to({59, 32, 10}).least, exact);
    EXPECT_GE(coarse.to({59, 32, 10}).least, exact / 1.16 - 15);
    EXPECT_GE(coarse.to({59, 32, 10}).most, exact);
}

}  // namespace
}  // namespace wavesim
