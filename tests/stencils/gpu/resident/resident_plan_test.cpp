// SPDX-License-Identifier: MIT
// What a field on chip refuses, how the grid is cut, and how time and memory follow from it.
#include "stencils/gpu/resident/resident_plan.hpp"

#include <gtest/gtest.h>

#include <set>

#include "stencils/gpu/families/modelled_h200.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

Proposal on_chip(const StencilProblem& problem, const std::function<void(Gpu&)>& change = {}) {
    Machine machine = test::h200(problem.precision, 2.766);
    if (change) change(machine.gpu);
    return find_backend("resident")->propose(problem, machine);
}

StencilProblem room(const char* stencil) { return test::box(stencil, {180, 126, 81}, Precision::float32); }

TEST(ResidentPlan, RefusesInOneSentence) {
    EXPECT_EQ(on_chip(room("leggy-1")).why_not, "");
    EXPECT_EQ(on_chip(room("compact-27-iwb")).why_not, "");
    EXPECT_EQ(on_chip(room("leggy-2")).why_not, "a field on chip is for stencils in 3D that reach one node");
    EXPECT_EQ(on_chip(test::box("leggy-1", {300, 1, 187}, Precision::float32)).why_not,
              "a field on chip is for stencils in 3D that reach one node");
    EXPECT_EQ(on_chip(test::box("leggy-1", {180, 126, 81}, Precision::float64)).why_not, "a field on chip is in float");
    StencilProblem thin = room("leggy-1");
    thin.extent.nz = 3;
    EXPECT_EQ(on_chip(thin).why_not, "a field on chip needs four nodes along each axis");
    StencilProblem layered = room("leggy-1");
    layered.layers.width[0] = 8;
    EXPECT_EQ(on_chip(layered).why_not, "a field on chip has no absorbing layers");
    StencilProblem odd = room("leggy-1");
    odd.halo[3] = HaloRule::odd_half;
    EXPECT_EQ(on_chip(odd).why_not, "a field on chip needs mirrors at all sides");
    odd.halo[3] = HaloRule::zero;
    EXPECT_EQ(on_chip(odd).why_not, "a field on chip needs mirrors at all sides");
    StencilProblem varied = room("leggy-1");
    varied.speed.varies = true;
    EXPECT_EQ(on_chip(varied).why_not, "a field on chip is for media of one sound speed");
    varied.speed.varies = false;
    varied.medium = DensityShape{1};
    EXPECT_EQ(on_chip(varied).why_not, "a field on chip is for media of one density");
    StencilProblem with_ports = room("leggy-1");
    with_ports.walls.ports = {{0}, {0}, {{{{0, 0, 0}}, {1}}}, {0, 1}, {{1, 1, {{0, 1, 0}}}}};
    EXPECT_EQ(on_chip(with_ports).why_not, "it has no kernels for ports at the vertices of walls");
}

/// Larger rooms, and GPUs with less of everything.
TEST(ResidentPlan, RefusesWhatTheGpuCannotHold) {
    const std::string too_large = "the shared memory of the GPU cannot hold both levels of the field at once";
    EXPECT_EQ(on_chip(test::box("leggy-1", {256, 256, 64}, Precision::float32)).why_not, too_large);
    EXPECT_EQ(on_chip(room("leggy-1"), [](Gpu& gpu) { gpu.multiprocessors = 100; }).why_not, too_large);
    EXPECT_EQ(on_chip(room("leggy-1"), [](Gpu& gpu) { gpu.shared_per_block = 163 << 10; }).why_not, too_large);
    EXPECT_EQ(on_chip(room("leggy-1"), [](Gpu& gpu) { gpu.compiler = "12.2"; }).why_not,
              "a field on chip needs the run-time compiler of CUDA 12.3 or later");
    EXPECT_EQ(on_chip(room("leggy-1"), [](Gpu& gpu) { gpu.compiler = "12.3"; }).why_not, "");
    EXPECT_EQ(on_chip(room("leggy-1"), [](Gpu& gpu) { gpu.fault = "it is gone"; }).why_not, "it is gone");
    const StencilProblem small = test::box("leggy-1", {61, 41, 31}, Precision::float32);
    EXPECT_EQ(on_chip(small, [](Gpu& gpu) { gpu.multiprocessors = 20; }).why_not, "");
}

/// Seven points do not read edges, so a block does not receive them.
TEST(ResidentPlan, RefusesCorrectionsThatReadMoreThanABlockReceives) {
    const std::string farther = "solids change rows of the stencil that read more than a block has";
    for (const auto& [dy, dz, star, cube] :
         {std::tuple{1, 0, true, true}, {0, -1, true, true}, {1, -1, false, true}, {0, 2, false, false}}) {
        for (const bool corners : {false, true}) {
            StencilProblem problem = room(corners ? "compact-27-iwb" : "leggy-1");
            const Extent& n = problem.extent;
            problem.walls.corrections.add(n.index(50, 40, 30),
                                          {{n.index(50, 40 + dy, 30 + dz) - n.index(50, 40, 30), 0.1}});
            EXPECT_EQ(on_chip(problem).why_not, (corners ? cube : star) ? "" : farther) << dy << dz << corners;
        }
    }
}

/// A number of nodes that is a row may also lead from the last row of a plane to the first one of the next.
TEST(ResidentPlan, RefusesCorrectionsThatReadAnotherPlaneAtItsEnd) {
    StencilProblem problem = room("compact-27-iwb");
    const Extent& n = problem.extent;
    problem.walls.corrections.add(n.index(50, 40, 30), {{n.nx, 0.1}});
    EXPECT_EQ(on_chip(problem).why_not, "");
    problem.walls.corrections.add(n.index(50, n.ny - 1, 30), {{n.nx, 0.1}});
    EXPECT_EQ(on_chip(problem).why_not, "solids change rows of the stencil that read more than a block has");
}

/// Each node in one part, and parts that differ by one row and one plane at most.
TEST(ResidentPlan, CutsGridsIntoPartsThatFit) {
    for (const Extent& n : {Extent{180, 126, 81}, Extent{103, 79, 55}, Extent{37, 41, 43}, Extent{5, 4, 4}}) {
        const StencilProblem problem = test::box("compact-27-iwb", n, Precision::float32);
        const Gpu gpu = test::h200(Precision::float32, 2.766).gpu;
        const ResidentTiling tiling = resident_tiling(problem, gpu).value();
        EXPECT_LE(tiling.blocks(), gpu.multiprocessors);
        EXPECT_LE(tiling.shared_bytes(), gpu.shared_per_block);
        EXPECT_LE(tiling.threads(), 512);
        std::int64_t nodes = 0;
        for (int block = 0; block < tiling.blocks(); ++block) {
            const kernels::ResidentBlock part = tiling.part(block);
            EXPECT_GE(part.rows, std::max(2, tiling.tile_y() - 1));
            EXPECT_GE(part.planes, std::max(2, tiling.tile_z() - 1));
            EXPECT_LE(part.rows, tiling.tile_y());
            EXPECT_LE(part.planes, tiling.tile_z());
            for (int y : {0, part.rows - 1})
                for (int z : {0, part.planes - 1}) EXPECT_EQ(tiling.block_of({0, part.y0 + y, part.z0 + z}), block);
            nodes += n.nx * part.rows * part.planes;
        }
        EXPECT_EQ(nodes, n.nodes());
    }
    EXPECT_EQ(on_chip(room("leggy-1")).regions.front().tile, "180x9x9");
}

/// The table of a plan is that of its run, kept on the host until then; another tiling needs another one.
TEST(ResidentPlan, HasTheTableOfItsRun) {
    StencilProblem problem = room("leggy-1");
    problem.walls.explicit_walls.law.resize(1);
    problem.walls.explicit_walls.nodes = {0, 7, 179, 180 * 126 * 80};
    problem.walls.explicit_walls.laws = {0, 0, 0, 0};
    const Proposal proposal = on_chip(problem);
    const auto* const decided = std::any_cast<DecidedResident>(&proposal.decided);
    ASSERT_NE(decided, nullptr);
    const NodeTable made = resident_table(nullptr, problem, decided->tiling);
    EXPECT_EQ(decided->table->offset, made.offset);
    EXPECT_EQ(decided->table->first_group, made.first_group);
    EXPECT_EQ(proposal.host_bytes, host_bytes(made));  // and no branch walls

    NodeTable marked = made;
    marked.offset.push_back(4711);
    const DecidedResident other{decided->tiling, std::make_shared<const NodeTable>(marked)};
    EXPECT_EQ(resident_table(&other, problem, decided->tiling).offset, marked.offset);
    ResidentTiling fewer = decided->tiling;
    --fewer.blocks_z;
    EXPECT_EQ(resident_table(&other, problem, fewer).offset, resident_table(nullptr, problem, fewer).offset);
}

/// Four levels of the field, and less than 16 MiB of lists and words.
TEST(ResidentPlan, ForecastsItsMemory) {
    const StencilProblem problem = room("compact-27-iwb");
    const std::int64_t levels = 4 * device_layout(problem.extent, Precision::float32).values * 4;
    EXPECT_GT(on_chip(problem).device_bytes, levels);
    EXPECT_LT(on_chip(problem).device_bytes, levels + (24 << 20));
}

/// Samples of 25 receivers of 8 nodes are kept for the steps of a launch.
TEST(ResidentPlan, LaunchesAsManyStepsAsSamplesHaveRoomFor) {
    StencilProblem problem = room("leggy-1");
    EXPECT_EQ(most_resident_steps(problem), 4096);
    problem.receivers.assign(2, {std::vector<std::int64_t>(4000, 5), std::vector<double>(4000, 0.1)});
    EXPECT_EQ(heard_nodes(problem), 8000);
    EXPECT_EQ(most_resident_steps(problem), (16 << 20) / 32000);
}

/// Bulk steps of scenes/room.yaml and scenes/first_room.yaml on an H200 [us].
TEST(ResidentPlan, MeetsBulkSteps) {
    const auto bulk_us = [](const char* stencil, const Extent& n) {
        const StencilProblem problem = test::box(stencil, n, Precision::float32);
        return 1e6 * on_chip(problem).ctpn_s * static_cast<double>(n.nodes());
    };
    EXPECT_NEAR(bulk_us("leggy-1", {180, 126, 81}) / 4.0, 1, 0.02);
    EXPECT_NEAR(bulk_us("compact-27-iwb", {180, 126, 81}) / 6.8, 1, 0.02);
    EXPECT_NEAR(bulk_us("leggy-1", {103, 79, 55}) / 2.15, 1, 0.02);
    EXPECT_NEAR(bulk_us("compact-27-iwb", {103, 79, 55}) / 3.7, 1, 0.02);
}

/// Two blocks of 8 warps. The first one has more groups, but the second one more corrections in one warp.
TEST(ResidentPlan, WaitsForTheWarpWithMostToDo) {
    const ResidentTiling tiling{.extent = {16, 8, 8}, .blocks_y = 2};
    ASSERT_EQ(tiling.threads(), 256);
    NodeTable table;
    table.kinds.resize(3);
    table.kinds[1].corrections = 9, table.kinds[2].corrections = 4;
    table.groups.resize(12);
    table.first_group = {0, 9, 12};
    EXPECT_NEAR(resident_listed_s(tiling, table), 2 * 0.43e-6, 1e-12);  // groups 0 and 8
    table.groups[10].kind = 1;
    EXPECT_NEAR(resident_listed_s(tiling, table), 0.43e-6 + 3 * 0.25e-6, 1e-12);
    table.groups[0].kind = table.groups[8].kind = 2;
    EXPECT_NEAR(resident_listed_s(tiling, table), 2 * (0.43e-6 + 0.25e-6), 1e-12);
}

/// 20 groups for 8 warps: the first four have three turns, so the longest groups are better with the others.
TEST(ResidentPlan, DealsGroupsSoThatWarpsHaveEquallyMuchToDo) {
    const ResidentTiling tiling{.extent = {16, 8, 8}, .blocks_y = 2};
    NodeTable table;
    table.kinds.resize(3);
    table.kinds[1].corrections = 9, table.kinds[2].corrections = 4;
    table.groups.resize(21);
    table.first_group = {0, 20, 21};
    for (int i = 0; i < 21; ++i) table.groups[static_cast<std::size_t>(i)].base = i;
    for (const std::size_t heavy : {0U, 8U, 16U}) table.groups[heavy].kind = 1;
    table.groups[1].kind = 2;
    const double short_s = 0.43e-6;
    EXPECT_NEAR(resident_listed_s(tiling, table), 3 * (short_s + 3 * 0.25e-6), 1e-12);  // all in one warp
    deal_groups(table, tiling);
    EXPECT_NEAR(resident_listed_s(tiling, table), 2 * short_s + 3 * 0.25e-6, 1e-12);
    std::set<kernels::Int64> bases;
    for (std::size_t i = 0; i < 20; ++i) {
        const kernels::NodeGroup& group = table.groups[i];
        bases.insert(group.base);
        EXPECT_EQ(group.kind, group.base % 8 == 0 ? 1 : group.base == 1 ? 2 : 0);
    }
    EXPECT_EQ(bases.size(), 20U);
    EXPECT_EQ(table.groups[20].base, 20);  // of the other block
}

/// Who looks at the field ends a launch.
TEST(ResidentPlan, SharesTheTimeOfALaunchAmongItsSteps) {
    const StencilProblem problem = room("leggy-1");
    const Machine machine = test::h200(problem.precision, 2.766);
    const auto us = [&](std::int64_t between_looks) {
        return 1e6 * find_backend("resident")->propose(problem, machine, between_looks).ctpn_s *
               static_cast<double>(problem.extent.nodes());
    };
    EXPECT_NEAR(us(1) - us(4), 15, 0.01);
    EXPECT_NEAR(us(4096), us(100'000), 1e-9);
}

}  // namespace
}  // namespace wavesim
