// SPDX-License-Identifier: MIT
// Where a grid is cut into slabs, and what each of them must have.
#include <gtest/gtest.h>

#include <limits>

#include "backends/slab_cases.hpp"
#include "stencils/slabs/cut_problem.hpp"
#include "stencils/slabs/slab_backend.hpp"
#include "stencils/slabs/slab_cuts.hpp"

namespace wavesim::testing::slabs {
namespace {

TEST(CutSlabs, ShareTheCostAndCoverTheGrid) {
    ScalarProblem problem = room();
    problem.walls = {};
    add_layers(problem, {0, 0, 0, 0, 6, 3}, 1, false);
    const std::vector<double> costs = plane_costs(problem);
    for (const std::int64_t count : {2, 3}) {
        const std::vector<Slab> slabs = cut_slabs(problem, count);
        ASSERT_EQ(std::ssize(slabs), count);
        double most = 0, sum = 0;
        for (std::size_t k = 0; k < slabs.size(); ++k) {
            EXPECT_EQ(slabs[k].from, k == 0 ? 0 : slabs[k - 1].to);
            EXPECT_EQ(slabs[k].below, k == 0 ? 0 : ghost_planes(problem));
            double cost = 0;
            for (std::int64_t z = slabs[k].from; z < slabs[k].to; ++z) cost += costs[static_cast<std::size_t>(z)];
            most = std::max(most, cost);
            sum += cost;
        }
        EXPECT_EQ(slabs.back().to, grid.nz);
        EXPECT_EQ(slabs.back().above, 0);
        // no cut can be nearer to the ideal one than half of the dearest plane, that of a layer
        const double plane = costs[20];
        EXPECT_LT(most, sum / static_cast<double>(count) + 3.5 * plane) << count;
    }
    EXPECT_LT(cut_slabs(problem, 2).front().to, grid.nz / 2);
}

TEST(CutSlabs, CountWhatEachNodeAsksFor) {
    ScalarProblem problem = room();
    problem.walls = {};
    problem.receivers.clear();
    problem.sources.clear();
    EXPECT_EQ(ghost_planes(problem), 2);  // of leggy-2
    const double bare_plane = plane_costs(problem)[7];
    problem.walls.branch_walls = {{grid.index(3, 4, 7)}, {0, 3}, {0, 0, 0}, {{2, 0.5, 1, 1}}};
    EXPECT_GT(plane_costs(problem)[7], bare_plane + 20);  // three faces
    problem.walls.explicit_walls = {{grid.index(3, 4, 8)}, {0}, {{2, 0.5, 1, 1}}};
    EXPECT_GT(plane_costs(problem)[8], bare_plane + 5);
    EXPECT_EQ(plane_costs(problem)[9], bare_plane);

    problem.receivers.push_back(cube(grid, {1, 1, 20}, 5, 1));  // five planes, from its first node on
    EXPECT_EQ(ghost_planes(problem), 4);
    problem.walls.corrections.add(grid.index(1, 1, 30), {{-6 * grid.nx * grid.ny, 0.1}});
    EXPECT_EQ(ghost_planes(problem), 6);
}

TEST(CutSlabs, HaveMoreGhostsOnlyWhereSomethingReadsFurther) {
    ScalarProblem problem = room();
    problem.walls = {};
    problem.sources.clear();
    problem.receivers = {cube(grid, {1, 1, 2}, 8, 1)};  // far from the cuts
    std::vector<Slab> slabs = cut_slabs(problem, 3);
    EXPECT_EQ(ghost_planes(problem), 7);
    for (const std::int64_t ghosts : {slabs[0].above, slabs[1].below, slabs[1].above, slabs[2].below})
        EXPECT_EQ(ghosts, 2);  // of leggy-2
    problem.receivers.push_back(cube(grid, {1, 1, slabs[1].to - 3}, 8, 1));
    const std::int64_t cut = slabs[1].to;
    slabs = cut_slabs(problem, 3);
    ASSERT_EQ(slabs[1].to, cut);
    EXPECT_EQ(slabs[1].above, 5);
    EXPECT_EQ(slabs[2].below, 2);
    EXPECT_EQ(slabs[0].above, 2);
}

TEST(CutSlabs, NeverCutLayersNorLeaveLessThanGhostsNeed) {
    ScalarProblem problem = room();
    add_layers(problem, {0, 0, 0, 0, 12, 9}, 2, false);
    const std::int64_t ghosts = ghost_planes(problem), most = most_slabs(problem);
    EXPECT_EQ(ghosts, 2);
    for (std::int64_t count = 2; count <= most; ++count) {
        const std::vector<Slab> slabs = cut_slabs(problem, count);
        ASSERT_EQ(std::ssize(slabs), count);
        EXPECT_GE(slabs.front().to, 16);  // the layer, what the stencil reaches, in whole groups of four
        EXPECT_LE(slabs.back().from, grid.nz - 12);
        for (const Slab& slab : slabs) EXPECT_GE(slab.own(), ghosts);
    }
    EXPECT_EQ(most, 2 + (grid.nz - 12 - 16) / 2);
    EXPECT_TRUE(cut_slabs(problem, most + 1).empty());
}

/// What goes wrong when a slab lacks something; the whole grid is the reference.
std::size_t different_values(const ScalarProblem& problem, const std::vector<Slab>& slabs, const ScalarProblem& moved) {
    const auto whole = cpu().open(problem, {2, ""});
    SlabBackend cut(moved, plan_of(slabs), cpu(), {1, ""});
    for (StencilBackend* backend : {whole.get(), static_cast<StencilBackend*>(&cut)}) {
        start(*backend, problem);
        backend->advance(steps);
    }
    const NodeBox all{{0, 0, 0}, {grid.nx, grid.ny, grid.nz}};
    const std::vector<double> a = box_of(*whole, FieldLevel::current, all), b = box_of(cut, FieldLevel::current, all);
    std::size_t different = 0;
    for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i] ? 1 : 0;
    return different;
}

TEST(CutSlabs, NeedEveryGhostPlane) {
    const ScalarProblem problem = room();
    std::vector<Slab> slabs = cut_slabs(problem, 3);
    EXPECT_EQ(different_values(problem, slabs, problem), 0u);
    slabs[0].above = slabs[1].below = 1;  // the stencil reaches 2
    ScalarProblem shorter = problem;      // what would read beyond one plane of ghosts
    shorter.walls.corrections = {};
    ScalarProblem reference = problem;
    reference.walls.corrections = {};
    EXPECT_GT(different_values(reference, slabs, shorter), 1000u);
}

TEST(CutSlabs, NeedTheirSourcesAndWalls) {
    const ScalarProblem problem = room();
    const std::vector<Slab> slabs = cut_slabs(problem, 3);
    ScalarProblem less = problem;
    less.sources[2].at.weights.back() = 0;  // one of its nodes, in a slab of its own
    EXPECT_GT(different_values(problem, slabs, less), 0u);
    less = problem;
    less.walls.branch_walls.laws.back() ^= 1;
    EXPECT_GT(different_values(problem, slabs, less), 0u);
}

TEST(CutProblem, HasTheMediumAboveItsFirstPlane) {
    DensityProblem whole;
    whole.extent = grid;
    whole.stencil = density_stencil(2, 3);
    whole.speed.varies = true;
    whole.kind().half_order = 2;
    whole.fluid = test::random_fluid(grid, 3, 3, 3);
    whole.store_fluid(MediumStorage::int16);
    const Slab slab{20, 30, 3, 4};

    const auto part = std::get<DensityProblem>(cut_problem(whole, slab));

    EXPECT_EQ(part.extent, (Extent{grid.nx, grid.ny, 17}));
    EXPECT_TRUE(part.fluid.fits(part.extent));
    EXPECT_EQ(part.code.modulus.step, whole.code.modulus.step);
    EXPECT_EQ(part.code.buoyancy.base, whole.code.buoyancy.base);
    const auto below = static_cast<std::size_t>(grid.index(5, 6, 16)),
               beside = static_cast<std::size_t>(5 + 6 * grid.nx);
    EXPECT_EQ(part.fluid.low_side[2][beside], whole.fluid.buoyancy[2][below]);
    EXPECT_EQ(part.fluid.modulus[beside], whole.fluid.modulus[static_cast<std::size_t>(grid.index(5, 6, 17))]);
}

TEST(CutSlabs, SayWhichNodeIsBad) {
    const ScalarProblem problem = room();
    SlabBackend cut(problem, plan_of(cut_slabs(problem, 3)), cpu(), {1, ""});
    std::vector<double> field = noise(problem, 3);
    const std::int64_t bad = grid.index(4, 5, 40);
    field[static_cast<std::size_t>(bad)] = std::numeric_limits<double>::quiet_NaN();
    cut.write(FieldLevel::current, field);
    EXPECT_EQ(cut.health().first_bad, bad);
}

TEST(CutSlabs, RefuseWhatCannotBeCut) {
    ScalarProblem problem = room();
    EXPECT_THROW(SlabBackend(problem, SlabPlan{}, cpu(), {1, ""}), std::invalid_argument);
    problem.walls.ports.nodes.push_back(0);
    EXPECT_THROW(SlabBackend(problem, plan_of(cut_slabs(problem, 2)), cpu(), {1, ""}), std::invalid_argument);
}

}  // namespace
}  // namespace wavesim::testing::slabs
