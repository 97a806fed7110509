// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/strip_plan.hpp"
#include "stencils/gpu/temporal/strip_points.hpp"

#include <gtest/gtest.h>

#include "stencils/backend/backend.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

ScalarProblem flat_box(std::int64_t nx, std::int64_t nz, const char* stencil = "leggy-1") {
    ScalarProblem problem;
    problem.extent = {nx, 1, nz};
    problem.stencil = make_stencil(stencil, 2);
    problem.courant = 0.5;
    problem.halo.fill(HaloRule::mirror_half);
    return problem;
}

Machine with_gpu() {
    Machine machine;
    machine.gpu = test::some_gpu();
    machine.gpu.triad.float32 = machine.gpu.triad.float64 = 4.3e12;
    return machine;
}

const BackendEntry& passes() { return *find_backend("temporal"); }
std::string refusal(const ScalarProblem& problem) { return passes().propose(problem, with_gpu()).why_not; }

StripTiling tiling_of(const ScalarProblem& problem) { return strip_tiling(problem, test::some_gpu()); }

TEST(StripPlan, TakesBoxesWithRigidSidesAndFreeSurfaces) {
    ScalarProblem problem = flat_box(1000, 500);
    EXPECT_EQ(refusal(problem), "");
    problem.halo[4] = HaloRule::odd_half;
    problem.precision = Precision::float64;
    problem.speed.varies = true;
    EXPECT_EQ(refusal(problem), "");
    EXPECT_EQ(refusal(flat_box(2, 2, "compact-27-iwb")), "");
    EXPECT_EQ(refusal(flat_box(300, 300, "leggy-2")), "");
}

TEST(StripPlan, SaysWhyItDoesNotTakeOthers) {
    EXPECT_EQ(refusal(flat_box(100, 100, "leggy-4")),
              "several steps per pass in 2D are for stencils that reach one node, and for leggy-2");
    EXPECT_EQ(radius(make_stencil("compact-57-opt", 2)), 2);  // as leggy-2, but of another shape
    EXPECT_EQ(refusal(flat_box(300, 300, "compact-57-opt")),
              "several steps per pass in 2D are for stencils that reach one node, and for leggy-2");
    EXPECT_EQ(refusal(flat_box(100, 2, "leggy-2")), "the grid is not larger than the stencil's radius of 2 nodes");
    ScalarProblem problem = flat_box(100, 100);
    problem.layers.width[0] = 10;
    problem.layers.half_order = 1;
    EXPECT_EQ(refusal(problem), "absorbing layers go one step at a time: use texture.unrolled");
    problem = flat_box(100, 100);
    problem.walls.explicit_walls = {{0}, {0}, {{}}};
    EXPECT_EQ(refusal(problem), "walls and solids in 2D go one step at a time: use texture.unrolled");
    problem = flat_box(100, 100);
    problem.walls.solids = {{5, 2}};
    EXPECT_EQ(refusal(problem), "walls and solids in 2D go one step at a time: use texture.unrolled");
    problem = flat_box(100, 100);
    problem.halo[1] = HaloRule::mirror_whole;
    EXPECT_EQ(refusal(problem),
              "several steps per pass need sides that are rigid or free surfaces, half a cell from the first node");
    Machine without;
    EXPECT_NE(passes().propose(flat_box(100, 100), without).why_not, "");
}

TEST(StripPlan, TellsStepsPerPassAndNodes) {
    const ScalarProblem problem = flat_box(4000, 3000);
    const std::vector<Region> regions = passes().propose(problem, with_gpu()).regions;
    ASSERT_EQ(regions.size(), 1U);
    EXPECT_EQ(regions[0].steps_together, 16);
    EXPECT_EQ(regions[0].nodes(), problem.extent.nodes());
    EXPECT_EQ(regions[0].tile, to_string(tiling_of(problem)));
    EXPECT_NE(regions[0].tile.find("16 steps per pass"), std::string::npos);
}

/// Strips and chunks hold every node once, and every column is computed by whoever reaches it.
TEST(StripPlan, EveryNodeHasOneOwner) {
    for (const std::int64_t nx : {2, 128, 129, 240, 241, 353, 1000, 4099})
        for (const char* stencil : {"leggy-1", "leggy-2"}) {
            if (nx <= 2 && stencil[6] == '2') continue;
            const StripTiling tiling = tiling_of(flat_box(nx, 517, stencil));
            EXPECT_EQ(tiling.stride() % StripTiling::columns, 0);
            EXPECT_LT(std::int64_t{tiling.chunks - 1} * tiling.chunk, 517);
            EXPECT_GE(std::int64_t{tiling.chunks} * tiling.chunk, 517);
            for (std::int64_t x = 0; x < nx; ++x) {
                int owners = 0;
                tiling.at(x, [&](int strip, int column, bool own) {
                    owners += own;
                    if (!own) return;
                    EXPECT_TRUE(strip == 0 || column >= tiling.reach()) << x;
                    EXPECT_TRUE(strip == tiling.strips - 1 || column + tiling.reach() < StripTiling::width) << x;
                });
                EXPECT_EQ(owners, 1) << x << " of " << nx;
            }
            EXPECT_GE(std::int64_t{tiling.strips - 1} * tiling.stride() + StripTiling::width, nx);
        }
}

/// Rows that warps compute by those that they own.
double redundancy(const StripTiling& tiling) { return 1 + 2.0 * tiling.reach() / tiling.chunk; }

TEST(StripPlan, LargeGridsHaveWarpsForEverySchedulerAndFewRedundantRows) {
    const int schedulers = 4 * test::some_gpu().multiprocessors;
    for (const std::int64_t n : {4096, 8192, 16384}) {
        const StripTiling tiling = tiling_of(flat_box(n, n));
        EXPECT_LT(redundancy(tiling), n > 4096 ? 1.15 : 1.25) << n;
        EXPECT_GT(tiling.warps_of_launch(), 1.8 * schedulers) << n;
    }
    EXPECT_GT(tiling_of(flat_box(16384, 16384)).warps_of_launch(), 3.6 * schedulers);
}

TEST(StripPlan, SmallGridsHaveShortChunks) {
    const int schedulers = 4 * test::some_gpu().multiprocessors;
    const StripTiling tiling = tiling_of(flat_box(1000, 500));
    EXPECT_EQ(tiling.strips, 9);
    EXPECT_LE(tiling.chunk, 16);
    EXPECT_GT(tiling.warps_of_launch(), schedulers / 2);
    EXPECT_EQ(tiling_of(flat_box(100, 2)).chunks, 2);
}

/// Sources in every strip that computes them, receivers in the one that owns them.
TEST(StripPlan, SortsSourcesAndReceivers) {
    ScalarProblem problem = flat_box(300, 50);
    const auto at = [&](std::int64_t x, std::int64_t z) { return problem.extent.index(x, 0, z); };
    problem.sources = {{{{at(119, 7), at(5, 40)}, {1, 1}}, {1.0}}};
    problem.receivers = {{{at(120, 7)}, {1.0}}, {{at(119, 7), at(299, 49)}, {0.5, 0.5}}};
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const StripTiling tiling = tiling_of(problem);
    ASSERT_EQ(tiling.strips, 3);
    const StripLists lists = strip_lists(driven_nodes(merge_nodes(problem, layout)), problem.receivers, tiling, layout);
    ASSERT_EQ(lists.first.size(), 4U);
    std::vector<std::array<int, 4>> driven, heard;  // strip, row, column, number
    for (int strip = 0; strip < 3; ++strip) {
        const int from = lists.first[static_cast<std::size_t>(strip)];
        const int to = lists.first[static_cast<std::size_t>(strip) + 1];
        EXPECT_EQ(lists.row[static_cast<std::size_t>(from)].z, kernels::StripRow::below);
        EXPECT_EQ(lists.row[static_cast<std::size_t>(to) - 1].z, kernels::StripRow::above);
        for (auto e = static_cast<std::size_t>(from); e + 1 < static_cast<std::size_t>(to); ++e) {
            EXPECT_LT(lists.row[e].z, lists.row[e + 1].z);
            const std::int64_t row_values = std::int64_t{tiling.steps()} * StripTiling::width;
            for (const kernels::Push& push : lists.push)
                if (push.to / row_values == lists.row[e].pushes)
                    driven.push_back({strip, lists.row[e].z, static_cast<int>(push.to % row_values), push.node});
            for (int k = lists.row[e].first_heard; k < lists.row[e + 1].first_heard; ++k) {
                const kernels::StripNode& node = lists.heard[static_cast<std::size_t>(k)];
                heard.push_back({strip, lists.row[e].z, node.column, node.number});
            }
        }
    }
    using List = std::vector<std::array<int, 4>>;
    EXPECT_EQ(driven, (List{{0, 7, 119, 0}, {0, 40, 5, 1}, {1, 7, 7, 0}}));
    EXPECT_EQ(heard, (List{{0, 7, 119, 1}, {1, 7, 8, 0}, {2, 49, 75, 2}}));
    EXPECT_EQ(lists.push_values, 3 * tiling.steps() * StripTiling::width);
}

/// Two more arrays of the size of a level.
TEST(StripPlan, CountsSpareArrays) {
    const ScalarProblem problem = flat_box(4096, 4096);
    const std::int64_t level = device_layout(problem.extent, problem.precision).values * 4;
    const std::int64_t more = passes().propose(problem, with_gpu()).device_bytes -
                              find_backend("texture.unrolled")->propose(problem, with_gpu()).device_bytes;
    EXPECT_GE(more, 2 * level);
    EXPECT_LE(more, 2 * level + (4 << 20));
}

TEST(StripPlan, ExpectsLessTimeThanSingleStepsUnlessSomebodyLooksOften) {
    for (const auto& [nx, nz] : {std::pair{2000, 1000}, {4096, 4096}, {16384, 16384}}) {
        const ScalarProblem problem = flat_box(nx, nz);
        const auto ctpn = [&](const char* backend, std::int64_t looks) {
            return find_backend(backend)->propose(problem, with_gpu(), looks).ctpn_s;
        };
        EXPECT_LT(ctpn("temporal", 1000), 0.8 * ctpn("texture.unrolled", 1000)) << nx;
        EXPECT_GT(ctpn("temporal", 1000), 0.05 * ctpn("texture.unrolled", 1000)) << nx;
        EXPECT_EQ(ctpn("temporal", 15), ctpn("texture.unrolled", 15)) << nx;
        EXPECT_GT(ctpn("temporal", 31), ctpn("temporal", 32)) << nx;
    }
}

}  // namespace
}  // namespace wavesim
