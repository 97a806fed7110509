// SPDX-License-Identifier: MIT
#include "stencils/launch/temporal_plan.hpp"

#include <gtest/gtest.h>

#include "stencils/backend.hpp"
#include "stencils/catalogue.hpp"
#include "stencils/some_gpu.hpp"

namespace wavesim {
namespace {

ScalarProblem rigid_box(const Extent& n, const char* stencil = "compact-27-iwb") {
    ScalarProblem problem;
    problem.extent = n;
    problem.stencil = make_stencil(stencil, 3);
    problem.courant = 0.5;
    problem.halo.fill(HaloRule::mirror_half);
    return problem;
}

Machine with_gpu() {
    Machine machine;
    machine.gpu = test::some_gpu();
    return machine;
}

std::string refusal(const ScalarProblem& problem) { return find_backend("temporal")->why_not(problem, with_gpu()); }

TEST(TemporalPlan, TakesRoomsWithRigidSidesAndFreeSurfaces) {
    ScalarProblem problem = rigid_box({512, 512, 100});
    EXPECT_EQ(refusal(problem), "");
    problem.halo[4] = HaloRule::odd_half;
    EXPECT_EQ(refusal(problem), "");
}

TEST(TemporalPlan, SaysWhyItDoesNotTakeOthers) {
    ScalarProblem problem = rigid_box({512, 512, 100});
    problem.precision = Precision::float64;
    EXPECT_EQ(refusal(problem), "several steps per pass are in float only");
    EXPECT_EQ(refusal(rigid_box({100, 100, 100}, "leggy-2")),
              "several steps per pass are for 3D stencils that reach one node: leggy-1, compact-19 and compact-27");
    problem = rigid_box({100, 100, 100});
    problem.walls.explicit_walls = {{0}, {0}, {{}}};
    EXPECT_EQ(refusal(problem), "lossy walls go one step at a time: use stream25.sweep");
    problem = rigid_box({100, 100, 100});
    problem.walls.solids = {{5, 2}};
    EXPECT_EQ(refusal(problem), "solids in the grid go one step at a time: use stream25.sweep");
    problem = rigid_box({100, 100, 100});
    problem.halo[2] = HaloRule::mirror_whole;
    EXPECT_NE(refusal(problem), "");
    problem = rigid_box({100, 100, 100});
    problem.speed.varies = true;
    EXPECT_EQ(refusal(problem), "several steps per pass need one speed everywhere");
    problem = rigid_box({100, 100, 100});
    problem.layers.width[0] = 10;
    EXPECT_NE(refusal(problem), "");
    EXPECT_EQ(refusal(rigid_box({100, 100, 4})), "several steps per pass need 5 nodes along z");
    EXPECT_EQ(refusal(rigid_box({1024, 1024, 100})),
              "a plane has 512 tiles of 64 x 32 nodes, each needs a multiprocessor, and the GPU has " +
                  std::to_string(test::some_gpu().multiprocessors));
}

TEST(TemporalPlan, TellsStepsPerPassAndNodes) {
    const ScalarProblem problem = rigid_box({130, 75, 21});
    const std::vector<Region> regions = find_backend("temporal")->regions(problem, with_gpu());
    ASSERT_EQ(regions.size(), 1U);
    EXPECT_EQ(regions[0].steps_together, 4);
    EXPECT_EQ(regions[0].nodes(), problem.extent.nodes());
    EXPECT_EQ(regions[0].tile, "64x32, 4 steps per pass");
    EXPECT_EQ(temporal_tiling(problem, 163 << 10).levels, 3);
}

TEST(TemporalPlan, SortsNodesByTileAndPlane) {
    const Extent n{130, 75, 21};
    const DeviceLayout layout = device_layout(n, Precision::float32);
    const TemporalTiling tiling = temporal_tiling(rigid_box(n), 227 << 10);
    ASSERT_EQ(tiling.tiles_x, 3);
    ASSERT_EQ(tiling.tiles_y, 3);
    const std::vector<PointWeights> receivers{{{n.index(129, 74, 20), n.index(64, 33, 7)}, {0.5, 0.5}},
                                              {{n.index(65, 32, 9)}, {1.0}}};
    const TileLists lists = heard_nodes(receivers, tiling, layout);
    ASSERT_EQ(lists.tile.size(), 9U);
    ASSERT_EQ(lists.node.size(), 3U);
    const kernels::TilePlanes& middle = lists.tile[4];
    EXPECT_EQ(middle.from, 7);
    EXPECT_EQ(middle.count, 3);
    const int* first = lists.first.data() + middle.at;
    EXPECT_EQ(first[1] - first[0], 1);
    EXPECT_EQ(first[2] - first[1], 0);
    EXPECT_EQ(first[3] - first[2], 1);
    EXPECT_EQ(lists.node[static_cast<std::size_t>(first[0])].place, 1 * 64 + 0);
    EXPECT_EQ(lists.node[static_cast<std::size_t>(first[0])].number, 1);
    EXPECT_EQ(lists.node[static_cast<std::size_t>(first[2])].place, 0 * 64 + 1);
    EXPECT_EQ(lists.node[static_cast<std::size_t>(first[2])].number, 2);
    const kernels::TilePlanes& last = lists.tile[8];
    EXPECT_EQ(last.from, 20);
    EXPECT_EQ(last.count, 1);
    EXPECT_EQ(lists.tile[0].count, 0);
}

}  // namespace
}  // namespace wavesim
