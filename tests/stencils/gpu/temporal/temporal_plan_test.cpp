// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/temporal_plan.hpp"
#include "stencils/gpu/temporal/pass_points.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "stencils/backend/backend.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/temporal/pass_wall_sizes.hpp"
#include "stencils/gpu/temporal/pass_walls.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

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

Gpu with_shared(int bytes, int multiprocessors = 132) {
    Gpu gpu = test::some_gpu();
    gpu.shared_per_block = bytes;
    gpu.multiprocessors = multiprocessors;
    return gpu;
}

std::string refusal(const ScalarProblem& problem) {
    return find_backend("temporal")->propose(problem, with_gpu()).why_not;
}

PassWallSizes wall_sizes(const StencilProblem& problem, const TemporalTiling& tiling) {
    const NodeActions actions = node_actions(problem);
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    return pass_wall_sizes(problem, actions, tiling, forecast_node_tables(problem, actions, layout).by_passes);
}

TEST(TemporalPlan, TakesRoomsWithRigidSidesAndFreeSurfaces) {
    ScalarProblem problem = rigid_box({512, 512, 100});
    EXPECT_EQ(refusal(problem), "");
    problem.halo[4] = HaloRule::odd_half;
    EXPECT_EQ(refusal(problem), "");
}

TEST(TemporalPlan, SaysWhyItDoesNotTakeOthers) {
    ScalarProblem problem = rigid_box({512, 512, 100});
    problem.precision = Precision::float64;
    EXPECT_EQ(refusal(problem), "");
    problem.walls.explicit_walls = {{0}, {0}, {{}}};
    EXPECT_EQ(refusal(problem), "walls and solids inside passes of several steps are in float: use stream25.sweep");
    EXPECT_EQ(refusal(rigid_box({100, 100, 100}, "leggy-3")),
              "several steps per pass are for 3D stencils that reach one or two nodes");
    problem = rigid_box({100, 100, 100}, "leggy-2");
    EXPECT_EQ(refusal(problem), "");
    problem.walls.explicit_walls = {{0}, {0}, {{}}};
    EXPECT_EQ(refusal(problem),
              "walls and solids inside passes of several steps are for stencils that reach one node: use "
              "stream25.sweep");
    problem = rigid_box({100, 100, 100});
    problem.walls.explicit_walls = {{0}, {0}, {{}}};
    EXPECT_EQ(refusal(problem), "");
    problem.walls.branch_walls = {{7}, {0, 1}, {0}, {{}}};
    EXPECT_EQ(refusal(problem), "several steps per pass are for walls of one form: use stream25.sweep");
    problem = rigid_box({100, 100, 100});
    problem.walls.solids = {{5, 2}};
    EXPECT_EQ(refusal(problem), "");
    problem.walls.corrections.add(4, {{0, 0.1}});
    EXPECT_EQ(refusal(problem), "");
    Machine older = with_gpu();
    older.gpu.capability_major = 8;
    EXPECT_NE(find_backend("temporal")->propose(problem, older).why_not.find("compute capability 9.0"),
              std::string::npos);
    Machine newer = with_gpu();
    newer.gpu.capability_minor = 3;
    EXPECT_EQ(find_backend("temporal")->propose(problem, newer).why_not,
              "walls and solids inside passes of several steps are for GPUs of compute capability 9.0: use "
              "stream25.sweep");
    EXPECT_EQ(find_backend("temporal")->propose(rigid_box({100, 100, 100}), newer).why_not, "");  // without walls
    Machine little = with_gpu();
    little.gpu.shared_per_block = 94 << 10;
    EXPECT_NE(find_backend("temporal")->propose(problem, little).why_not.find("too many walls meet in a tile"),
              std::string::npos);
    problem.walls.corrections.add(6, {{-1, 0.1}});
    EXPECT_NE(refusal(problem).find("nodes beside solids read their neighbours"), std::string::npos);
    problem = rigid_box({100, 100, 100});
    problem.halo[2] = HaloRule::mirror_whole;
    EXPECT_NE(refusal(problem), "");
    problem = rigid_box({100, 100, 100});
    problem.speed.varies = true;
    EXPECT_EQ(refusal(problem), "");
    problem.walls.solids = {{5, 2}};
    EXPECT_EQ(refusal(problem), "");
    problem = rigid_box({100, 100, 100});
    problem.layers.width[0] = 10;
    EXPECT_NE(refusal(problem), "");
    EXPECT_EQ(refusal(rigid_box({100, 100, 4})), "several steps per pass need 5 nodes along z");
    EXPECT_EQ(refusal(rigid_box({1024, 1024, 100})), "");  // in panels
    EXPECT_EQ(refusal(rigid_box({8449, 20, 100})),
              "a row has 133 tiles of 64 x 32 nodes, each needs a multiprocessor, and the GPU has 132");
}

TEST(TemporalPlan, TellsStepsPerPassAndNodes) {
    const ScalarProblem problem = rigid_box({130, 90, 21});
    const std::vector<Region> regions = find_backend("temporal")->propose(problem, with_gpu()).regions;
    ASSERT_EQ(regions.size(), 1U);
    EXPECT_EQ(regions[0].steps_together, 4);
    EXPECT_EQ(regions[0].nodes(), problem.extent.nodes());
    EXPECT_EQ(regions[0].tile, "64x16, 4 steps per pass");  // as low as the multiprocessors allow
    EXPECT_EQ(temporal_tiling(problem, with_shared(163 << 10, 9)).levels, 3);
}

/// Walls on the faces x = 0 and y = 0 of a grid of 3 x 3 tiles, a source on one of their nodes, solid nodes inside.
ScalarProblem room() {
    ScalarProblem problem = rigid_box({130, 90, 21}, "leggy-1");
    const Extent& n = problem.extent;
    ExplicitWalls& faces = problem.walls.explicit_walls;
    faces.law = {{2, 0.5, 1, 1}, {3, 0.5, 1, 1}};
    for (std::int64_t node = 0; node < n.nodes(); ++node) {
        const Node at = node_at(n, node);
        if (at.x == 0) faces.nodes.push_back(node), faces.laws.push_back(0);
        if (at.y == 0) faces.nodes.push_back(node), faces.laws.push_back(1);
    }
    problem.walls.solids = {{n.index(66, 40, 10), 3}};
    problem.sources = {{{{n.index(0, 7, 4), n.index(20, 20, 5)}, {1, 1}}, {1.0}}};
    return problem;
}

/// Every node with anything special stands in one quad, in the place where the kernel looks for it.
TEST(TemporalPlan, PutsNodesOfWallsIntoQuads) {
    const ScalarProblem problem = room();
    const Extent& n = problem.extent;
    const DeviceLayout layout = device_layout(n, Precision::float32);
    const TemporalTiling tiling = temporal_tiling(problem, with_shared(227 << 10, 9));
    const NodeTable table = merge_nodes(problem, layout);
    const PassWalls walls = pass_walls(table, tiling, layout);
    EXPECT_EQ(walls.faces, 2);  // along the edge
    EXPECT_FALSE(walls.branch);
    EXPECT_EQ(static_cast<int>(walls.table.size()), 4 * walls.kinds * (1 + walls.faces));
    std::int64_t special = 0, states = 0, driven = 0, solid = 0;
    for (int tile = 0; tile < tiling.tiles(); ++tile) {
        const kernels::TilePlanes& planes = walls.tile[static_cast<std::size_t>(tile)];
        for (int z = planes.from; z < planes.from + planes.count; ++z) {
            const auto at = static_cast<std::size_t>(planes.at + z - planes.from);
            int met = 0;
            for (int row = 0; row < tiling.tile_y; ++row) {
                const unsigned word =
                    walls.rows[at * static_cast<std::size_t>(tiling.tile_y) + static_cast<std::size_t>(row)];
                for (int lane = 0; lane < 16; ++lane) {
                    if ((word >> lane & 1u) == 0) continue;
                    const int before = static_cast<int>(word >> 16) + std::popcount(word & ((1u << lane) - 1u));
                    ASSERT_EQ(before, met++);
                    const auto quad = static_cast<std::size_t>(walls.first[at] + before);
                    EXPECT_EQ(walls.quads[quad].place, row * 16 + lane);
                    const std::int64_t x = tile % tiling.tiles_x * 64 + lane * 4;
                    const std::int64_t y = tile / tiling.tiles_x * 32 + row;
                    EXPECT_EQ(walls.node[quad], x + y * layout.pitch + z * layout.plane);
                    for (std::int64_t e = 0; e < 4; ++e) {
                        const unsigned kind = walls.quads[quad].kinds >> (8 * e) & 127u;
                        const bool source = (x + e == 0 && y == 7 && z == 4) || (x + e == 20 && y == 20 && z == 5);
                        const bool in_solid = y == 40 && z == 10 && x + e >= 66 && x + e < 69;
                        const bool side = x + e == 0 || (y == 0 && x + e < n.nx);
                        EXPECT_EQ(kind != 0, side || source || in_solid) << x + e << " " << y;
                        special += kind != 0;
                        solid += kind == kernels::WallQuad::solid;
                    }
                    driven += walls.quads[quad].driven >= 0;
                }
            }
            EXPECT_EQ(walls.first[at + 1] - walls.first[at], met);
        }
    }
    for (const int place : walls.place) states += place >= 0;
    EXPECT_EQ(solid, 3);
    EXPECT_EQ(special, (90 + 130 - 1) * 21 + 3 + 1);
    EXPECT_EQ(states, (90 + 130) * 21);
    EXPECT_EQ(driven, 2);
}

/// Levels are three planes apart: four of them meet 4 (32 + 16) quads or one less at the edge of x and y.
TEST(TemporalPlan, KnowsHowManyQuadsMeetInAnIteration) {
    const ScalarProblem problem = room();
    const TemporalTiling tiling = temporal_tiling(problem, with_shared(227 << 10, 9));
    EXPECT_EQ(tiling.levels, 4);
    EXPECT_EQ(tiling.walls.warps, 4);
    const PassWallSizes sizes = wall_sizes(problem, tiling);
    EXPECT_EQ(sizes.most_together(1), 32 + 16 - 1 + 1);  // and the source inside
    EXPECT_EQ(sizes.most_together(4), 4 * (32 + 16 - 1) + 1);
    EXPECT_GE(tiling.walls.pool, sizes.most_together(4));
}

/// What is counted for a plan is what is made for a run.
TEST(TemporalPlan, CountsWhatTheListsHold) {
    const ScalarProblem problem = room();
    const DeviceLayout layout = device_layout(problem.extent, Precision::float32);
    const TemporalTiling tiling = temporal_tiling(problem, with_shared(227 << 10, 9));
    const PassWallSizes sizes = wall_sizes(problem, tiling);
    const PassWalls walls = pass_walls(merge_nodes(problem, layout), tiling, layout);
    EXPECT_EQ(sizes.kinds, walls.kinds);
    EXPECT_EQ(sizes.faces, walls.faces);
    EXPECT_EQ(sizes.branch, walls.branch);
    EXPECT_EQ(sizes.further_faces, walls.further_faces);
    EXPECT_EQ(sizes.driven, static_cast<std::int64_t>(walls.driven.size()) / 4);
    const auto of = [](const auto& list) { return static_cast<std::int64_t>(list.size() * sizeof(list[0])); };
    EXPECT_EQ(list_bytes(sizes, tiling),
              (std::vector<std::int64_t>{of(walls.tile), of(walls.first), of(walls.rows), of(walls.quads),
                                         of(walls.table), of(walls.driven), of(walls.node), of(walls.shared),
                                         of(walls.place), of(walls.place)}));
}

/// Beside the lists and their table 24 bytes of each node, which are sorted. Nothing grows while it is filled.
TEST(TemporalPlan, ForecastsTheHostMemoryOfItsLists) {
    ScalarProblem problem = room();
    const DeviceLayout layout = device_layout(problem.extent, Precision::float32);
    const TemporalTiling tiling = temporal_tiling(problem, with_shared(227 << 10, 9));
    const PassWallSizes sizes = wall_sizes(problem, tiling);
    const NodeTable table = merge_nodes(problem, layout);
    const PassWalls walls = pass_walls(table, tiling, layout);
    const auto of = [](const auto& list) { return static_cast<double>(list.capacity() * sizeof(list[0])); };
    std::int64_t nodes = 0;
    for (const kernels::NodeGroup& group : table.groups) nodes += group.count;
    EXPECT_EQ(sizes.nodes, nodes);
    const double taken = of(table.offset) + of(table.groups) + of(table.kept_node) + of(walls.tile) + of(walls.first) +
                         of(walls.rows) + of(walls.quads) + of(walls.table) + of(walls.driven) + of(walls.node) +
                         of(walls.place) + 24 * static_cast<double>(nodes);
    EXPECT_NEAR(static_cast<double>(making_bytes(sizes, tiling)) / taken, 1.0, 0.05);
}

TEST(TemporalPlan, SortsNodesByTileAndPlane) {
    const Extent n{130, 90, 21};
    const DeviceLayout layout = device_layout(n, Precision::float32);
    const TemporalTiling tiling = temporal_tiling(rigid_box(n), with_shared(227 << 10, 9));
    ASSERT_EQ(tiling.tiles_x, 3);
    ASSERT_EQ(tiling.tiles_y, 3);
    const std::vector<PointWeights> receivers{{{n.index(129, 89, 20), n.index(64, 33, 7)}, {0.5, 0.5}},
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

/// Every row has one owner; all that a panel needs to know its own rows after `levels` steps is among those that it
/// computes, and what it reads no other panel overwrites before.
TEST(PassPanels, OwnEveryRowOnce) {
    for (const int levels : {2, 3, 4, 5})
        for (const int most : {32, 96, 256})
            for (const int rows : {33, 257, 988, 1024, 4001}) {
                const PassPanels panels = pass_panels(rows, most, levels);
                ASSERT_GT(panels.rows, 0);
                EXPECT_LE(panels.rows, most);
                EXPECT_EQ(panels.first(panels.count - 1) + panels.rows_of(panels.count - 1), rows);
                int next = 0;  // row that the next panel owns first
                for (int p = 0; p < panels.count; ++p) {
                    const auto first = static_cast<int>(panels.first(p));
                    EXPECT_EQ(first + panels.first_own(p), next);
                    next = first + panels.end_own(p);
                    EXPECT_GT(panels.end_own(p), panels.first_own(p));
                    if (p > 0) {
                        EXPECT_GE(panels.first_own(p), levels);
                    }
                    if (p + 1 < panels.count) {
                        EXPECT_GE(panels.rows_of(p) - panels.end_own(p), levels);
                        EXPECT_GE(panels.stride(), panels.first_own(p));  // rows of one neighbour only
                    }
                }
                EXPECT_EQ(next, rows);
                for (int y = 0; y < rows; ++y) {
                    int owners = 0, computed = 0;
                    panels.at(y, [&](int panel, int row, bool own) {
                        EXPECT_EQ(panels.first(panel) + row, y);
                        ++computed;
                        owners += own;
                    });
                    int expected = 0;
                    for (int p = 0; p < panels.count; ++p)
                        expected += y >= panels.first(p) && y < panels.first(p) + panels.rows_of(p);
                    EXPECT_EQ(owners, 1);
                    EXPECT_EQ(computed, expected);
                }
            }
    EXPECT_EQ(pass_panels(100, 100, 5).count, 1);
    EXPECT_EQ(pass_panels(1000, 8, 4).rows, 0);
    EXPECT_EQ(pass_panels(988, 256, 4).count, 4);
}

/// The room on a GPU that holds a row of tiles at a time: rows of two panels stand in the lists of both.
TEST(TemporalPlan, GivesPanelsTheWallsOfAllRowsThatTheyCompute) {
    const ScalarProblem problem = room();
    const Extent& n = problem.extent;
    const DeviceLayout layout = device_layout(n, Precision::float32);
    const TemporalTiling tiling = temporal_tiling(problem, with_shared(227 << 10, 3));
    ASSERT_EQ(tiling.panels.count, 4);
    EXPECT_EQ(tiling.tiles(), 3);
    Machine machine = with_gpu();
    machine.gpu.multiprocessors = 3;
    EXPECT_EQ(find_backend("temporal")->propose(problem, machine).regions[0].tile,
              "64x32, 4 steps per pass, 4 panels of rows");
    const PassWalls walls = pass_walls(merge_nodes(problem, layout), tiling, layout);
    const PassWallSizes sizes = wall_sizes(problem, tiling);
    EXPECT_EQ(sizes.shared, static_cast<std::int64_t>(walls.shared.size()));
    EXPECT_EQ(sizes.further_faces, walls.further_faces);
    const auto of = [](const auto& list) { return static_cast<std::int64_t>(list.size() * sizeof(list[0])); };
    EXPECT_EQ(list_bytes(sizes, tiling),
              (std::vector<std::int64_t>{of(walls.tile), of(walls.first), of(walls.rows), of(walls.quads),
                                         of(walls.table), of(walls.driven), of(walls.node), of(walls.shared),
                                         of(walls.place), of(walls.place)}));
    std::int64_t states = 0;
    for (const int place : walls.place) states += place >= 0;
    EXPECT_EQ(states, (90 + 130) * 21);  // each once
    // Of the walls only x = 0 crosses seams, three of twice the overlap, in 21 planes.
    const auto in_two_panels = [&](std::int64_t y) {
        int panels = 0;
        tiling.panels.at(y, [&](int, int, bool) { ++panels; });
        return panels == 2;
    };
    const int inside = (in_two_panels(40) ? 2 : 0) + (in_two_panels(20) ? 1 : 0);  // solids, and a source
    EXPECT_EQ(walls.shared.size(), static_cast<std::size_t>(3 * 2 * tiling.panels.overlap * 21 + inside));
    for (const kernels::SharedQuad& pair : walls.shared) {
        const auto from = static_cast<std::size_t>(pair.from), to = static_cast<std::size_t>(pair.to);
        EXPECT_NE(from, to);
        EXPECT_EQ(walls.node[from], walls.node[to]);
        EXPECT_EQ(walls.quads[from].kinds, walls.quads[to].kinds);
        EXPECT_EQ(walls.quads[from].faces, walls.quads[to].faces);
        EXPECT_EQ(walls.place[4 * to], -1);
    }
    const std::int64_t seam = tiling.panels.first(1);  // in two panels
    const std::vector<PointWeights> receivers{{{n.index(5, seam, 3)}, {1.0}}};
    EXPECT_EQ(heard_nodes(receivers, tiling, layout).node.size(), 1U);
    ScalarProblem driven = rigid_box(n, "leggy-1");
    driven.sources = {{{{n.index(5, seam, 3)}, {1.0}}, {1.0}}};
    const NodeTable table_of_driven = merge_nodes(driven, layout);
    EXPECT_EQ(pass_pushes(driven_nodes(table_of_driven), tiling, layout).push.size(),
              1U);  // walls find it by its number
    TemporalTiling bare = tiling;
    bare.walls = {};
    EXPECT_EQ(pass_pushes(driven_nodes(table_of_driven), bare, layout).push.size(), 2U);
}

TEST(TemporalPlan, TakesHigherTilesInDoubleForOnePanelLess) {
    const auto tiling_of = [](std::int64_t rows) {
        ScalarProblem problem = rigid_box({512, rows, 100}, "leggy-1");
        problem.precision = Precision::float64;
        return temporal_tiling(problem, test::some_gpu());
    };
    EXPECT_EQ(to_string(tiling_of(256)), "64x16, 4 steps per pass");
    EXPECT_EQ(to_string(tiling_of(288)), "64x18, 3 steps per pass");
    EXPECT_EQ(to_string(tiling_of(300)), "64x16, 4 steps per pass, 2 panels of rows");
    EXPECT_EQ(to_string(tiling_of(512)), "64x18, 3 steps per pass, 2 panels of rows");
    EXPECT_EQ(to_string(tiling_of(600)), "64x16, 4 steps per pass, 3 panels of rows");
    ScalarProblem problem = rigid_box({512, 512, 100}, "leggy-1");
    problem.precision = Precision::float64;
    EXPECT_EQ(to_string(temporal_tiling(problem, with_shared(163 << 10))), "64x16, 3 steps per pass, 3 panels of rows");
}

}  // namespace
}  // namespace wavesim
