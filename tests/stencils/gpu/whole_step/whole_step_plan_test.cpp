// SPDX-License-Identifier: MIT
// What one launch per step refuses, and how its time and memory follow from the problem.
#include "stencils/gpu/whole_step/whole_step_plan.hpp"

#include <gtest/gtest.h>

#include "stencils/gpu/families/modelled_h200.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

Proposal by_whole_steps(const StencilProblem& problem) {
    return find_backend("whole_step")->propose(problem, test::h200(problem.precision, 2.766));
}

StencilProblem small_room(const char* stencil, Precision precision = Precision::float32) {
    return test::box(stencil, {180, 126, 81}, precision);
}

TEST(WholeStepPlan, RefusesInOneSentence) {
    EXPECT_EQ(by_whole_steps(small_room("leggy-1")).why_not, "");
    EXPECT_EQ(by_whole_steps(small_room("leggy-2")).why_not,
              "one launch per step is for stencils in 3D that reach one node");
    EXPECT_EQ(by_whole_steps(test::box("leggy-1", {300, 300, 187}, Precision::float32)).why_not,
              "one launch per step is for grids of at most 16777216 nodes");
    EXPECT_EQ(by_whole_steps(test::box("leggy-1", {300, 1, 187}, Precision::float32)).why_not,
              "one launch per step is for stencils in 3D that reach one node");
    StencilProblem thin = small_room("leggy-1");
    thin.extent.nz = 1;
    EXPECT_EQ(by_whole_steps(thin).why_not, "the grid is not larger than the stencil's radius of 1 nodes");
    StencilProblem layered = small_room("leggy-1");
    layered.layers.width[0] = 8;
    EXPECT_EQ(by_whole_steps(layered).why_not, "one launch per step has no absorbing layers");
    StencilProblem varied = small_room("leggy-1");
    varied.medium = DensityShape{1};
    EXPECT_EQ(by_whole_steps(varied).why_not, "one launch per step is for media of one density");
    StencilProblem with_ports = small_room("leggy-1");
    with_ports.walls.ports = {{0}, {0}, {{{{0, 0, 0}}, {1}}}, {0, 1}, {{1, 1, {{0, 1, 0}}}}};
    EXPECT_EQ(by_whole_steps(with_ports).why_not, "it has no kernels for ports at the vertices of walls");
}

/// The table of a plan is that of its run; another tile needs another one.
TEST(WholeStepPlan, HasTheTableOfItsRun) {
    StencilProblem room = small_room("leggy-1");
    room.walls.explicit_walls.law.resize(1);
    room.walls.explicit_walls.nodes = {0, 7, 179, 180 * 126 * 80};
    room.walls.explicit_walls.laws = {0, 0, 0, 0};
    const Proposal proposal = by_whole_steps(room);
    const auto* const decided = std::any_cast<DecidedTable>(&proposal.decided);
    ASSERT_NE(decided, nullptr);
    EXPECT_EQ(decided->tile, proposal.tiles.front());
    const std::vector<KernelTile> tiles = whole_step_tiles(room);
    ASSERT_GT(tiles.size(), 1U);
    const NodeTable made = whole_step_table(nullptr, room, tiles.front());
    EXPECT_EQ(decided->table->offset, made.offset);
    EXPECT_EQ(decided->table->first_group, made.first_group);

    NodeTable marked = made;
    marked.offset.push_back(4711);
    const DecidedTable other{decided->tile, std::make_shared<const NodeTable>(marked)};
    EXPECT_EQ(whole_step_table(&other, room, tiles.front()).offset, marked.offset);
    EXPECT_EQ(whole_step_table(&other, room, tiles[1]).offset, whole_step_table(nullptr, room, tiles[1]).offset);
    EXPECT_EQ(host_bytes(marked), host_bytes(made) + 4);
    EXPECT_EQ(proposal.host_bytes, host_bytes(made));  // and no branch walls
}

/// Walls in the same launch save more than the sweep gains in the bulk, in grids that the cache holds (measured: 4.07
/// and 3.76 ps per node of bare boxes, 9.35 and 10.9 us for a step of a room).
TEST(WholeStepPlan, IsShorterWithWallsInGridsInTheCache) {
    const auto shorter = [](const StencilProblem& problem) {
        const Proposal sweep = find_backend("stream25.sweep")->propose(problem, test::h200(problem.precision, 2.766));
        return by_whole_steps(problem).ctpn_s < sweep.ctpn_s;
    };
    StencilProblem room = small_room("leggy-1");
    EXPECT_FALSE(shorter(room));
    const Extent& n = room.extent;
    room.walls.explicit_walls.law.resize(1);
    for (std::int64_t node = 0; node < n.nodes(); ++node)
        if (node % n.nx % (n.nx - 1) == 0 || node / n.nx % n.ny % (n.ny - 1) == 0) {
            room.walls.explicit_walls.nodes.push_back(node);
            room.walls.explicit_walls.laws.push_back(0);
        }
    EXPECT_TRUE(shorter(room));
    EXPECT_FALSE(shorter(test::box("leggy-1", {256, 255, 250}, Precision::float32)));
}

/// Both levels, and 20 bytes per block.
TEST(WholeStepPlan, ForecastsItsMemory) {
    for (const Precision precision : {Precision::float32, Precision::float64}) {
        const StencilProblem problem = small_room("compact-27-iwb", precision);
        const std::int64_t levels = 2 * device_layout(problem.extent, precision).values * bytes_of(precision);
        EXPECT_GT(by_whole_steps(problem).device_bytes, levels);
        EXPECT_LT(by_whole_steps(problem).device_bytes, levels + (16 << 20));
    }
    EXPECT_EQ(whole_step_blocks({64, 4, 2, 2}, {180, 126, 81}).count, 3 * 32 * 21);
}

}  // namespace
}  // namespace wavesim
