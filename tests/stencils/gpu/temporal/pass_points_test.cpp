// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/pass_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "stencils/backend/some_gpu.hpp"
#include "stencils/problem/problem.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

TEST(PassPoints, KeepPushesByPlanesOfTiles) {
    const Extent n{100, 40, 12};
    ScalarProblem problem;
    problem.extent = n;
    problem.stencil = make_stencil("leggy-1", 3);
    problem.halo.fill(HaloRule::mirror_half);
    problem.sources = {
        {{{n.index(70, 3, 5), n.index(66, 9, 5), n.index(70, 0, 7), n.index(2, 39, 1)}, {1, 1, 1, 1}}, {1.0}}};
    const DeviceLayout layout = device_layout(n, problem.precision);
    const TemporalTiling tiling = temporal_tiling(problem, test::some_gpu());
    const NodeTable table = merge_nodes(problem, layout);
    const PassPushes pushes = pass_pushes(driven_nodes(table), tiling, layout);
    EXPECT_EQ(driven_nodes(node_actions(problem).sources, layout), driven_nodes(table));
    ASSERT_EQ(tiling.tile_y, 16);
    const std::int64_t plane = std::int64_t{64} * 16 * tiling.levels;  // all levels
    EXPECT_EQ(pushes.level_values, 64 * 16);
    EXPECT_EQ(pushes.values, 4 * plane);  // planes 5, 6 and 7 of tile 1, plane 1 of tile 4
    EXPECT_EQ(pushes.tile[1].from, 5);
    EXPECT_EQ(pushes.tile[1].count, 3);
    EXPECT_EQ(pushes.tile[1].at, 0);
    EXPECT_EQ(pushes.tile[4].from, 1);
    EXPECT_EQ(pushes.tile[4].at, 3);
    std::vector<std::int64_t> places, nodes;
    for (const kernels::Push& push : pushes.push) places.push_back(push.to), nodes.push_back(push.node);
    EXPECT_EQ(places, (std::vector<std::int64_t>{3 * 64 + 6, 9 * 64 + 2, 2 * plane + 6, 3 * plane + 7 * 64 + 2}));
    std::sort(nodes.begin(), nodes.end());
    EXPECT_EQ(nodes, (std::vector<std::int64_t>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace wavesim
