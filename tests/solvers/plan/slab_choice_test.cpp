// SPDX-License-Identifier: MIT
// Which backend moves a grid on several GPUs, how they share it, and what is refused.
#include "solvers/plan/slab_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <typeindex>
#include <vector>

#include "physics/scene_builder.hpp"
#include "solvers/plan/region_plan.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/common/node_table_sizes.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/slabs/slab_cuts.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;

Machine machine_with(int gpus) {
    Machine machine;
    machine.threads = 16;
    machine.isa = "x86-64-v4";
    machine.memory_total = machine.memory_available = std::int64_t{64} << 30;
    for (int k = 0; k < gpus; ++k) {
        Gpu gpu = test::some_gpu();
        gpu.index = k;
        gpu.triad = {2.2e12, 2.2e12};
        if (k == 0)
            machine.gpu = gpu;
        else
            machine.other_gpus.push_back(gpu);
    }
    return machine;
}

ScalarProblem cube(const char* stencil, const Extent& extent) {
    ScalarProblem problem;
    problem.stencil = make_stencil(stencil, 3);
    problem.courant = 0.5;
    problem.halo.fill(HaloRule::mirror_half);
    problem.extent = extent;
    return problem;
}

BackendChoice choose(const StencilProblem& problem, int gpus, const std::string& name = "auto") {
    return choose_slabs(backend_registry(), name, problem, machine_with(gpus), {100'000, 1000});
}

std::string refusal(const StencilProblem& problem, int gpus, const std::string& name = "auto") {
    try {
        return "taken: " + choose(problem, gpus, name).entry->name;
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::device);
        return error.what();
    }
}

TEST(SlabChoice, SharesTheGridEvenly) {
    for (const char* stencil : {"leggy-1", "leggy-4", "compact-27-iwb", "compact-57-opt"})
        for (const int gpus : {2, 3, 4, 8}) {
            SCOPED_TRACE(std::string(stencil) + ", " + std::to_string(gpus));
            const SlabPlan slabs = choose(cube(stencil, {512, 512, 512}), gpus).slabs;
            ASSERT_EQ(std::ssize(slabs.slabs), gpus);
            EXPECT_LE(slabs.largest_over_mean, 1.03);
            EXPECT_GE(slabs.largest_over_mean, 1);
            for (int k = 0; k < gpus; ++k) EXPECT_EQ(slabs.slabs[static_cast<std::size_t>(k)].gpu, k);
        }
}

/// `auto` would take passes on one GPU; several move step by step.
TEST(SlabChoice, TakesWhatMovesStepByStep) {
    const ScalarProblem problem = cube("leggy-1", {512, 512, 1024});
    EXPECT_EQ(choose_backend(backend_registry(), "auto", problem, machine_with(1), {100'000, 1000}).entry->name,
              "temporal");
    const BackendChoice choice = choose(problem, 2);
    ASSERT_NE(choice.entry->support(problem.medium), nullptr);
    EXPECT_TRUE(choice.entry->support(problem.medium)->slabs);
    EXPECT_EQ(&*std::ranges::find(backend_registry(), choice.entry->name, &BackendEntry::name), choice.entry);
    EXPECT_EQ(choice.proposal.regions.front().steps_together, 1);
    EXPECT_EQ(choose(problem, 2, "texture.unrolled").entry->name, "texture.unrolled");
}

TEST(SlabChoice, CountsWhatEachGpuHoldsAndGets) {
    const ScalarProblem problem = cube("leggy-2", {512, 512, 512});
    const BackendChoice choice = choose(problem, 4, "stream25.sweep");
    const SlabPlan& slabs = choice.slabs;
    const std::int64_t alone = find_backend("stream25.sweep")->propose(problem, machine_with(1)).device_bytes;
    for (const PlannedSlab& one : slabs.slabs) {
        EXPECT_GT(one.memory_bytes, alone / 4);
        EXPECT_LT(one.memory_bytes, alone / 4 * 11 / 10);
        EXPECT_GT(one.step_s, slabs.alone_s / 4);
    }
    EXPECT_EQ(choice.proposal.device_bytes,
              std::ranges::max_element(slabs.slabs, {}, &PlannedSlab::memory_bytes)->memory_bytes);
    EXPECT_EQ(slabs.exchange_bytes, 4 * 512 * 512 * 4);  // two planes above and two below, floats
    EXPECT_GT(slabs.exchange_s, 20e-6);
    EXPECT_LT(slabs.exchange_s, 40e-6);
    EXPECT_GT(slabs.efficiency(), 0.6);
    EXPECT_LT(slabs.efficiency(), 1);
    EXPECT_DOUBLE_EQ(choice.proposal.ctpn_s * static_cast<double>(problem.extent.nodes()), slabs.step_s());
    EXPECT_EQ(most_device_bytes(*choice.entry, problem, machine_with(4)), choice.proposal.device_bytes);
}

/// What was decided for a slab is kept for its run, and the kernels of all slabs are those of the choice.
TEST(SlabChoice, KeepsTheProposalOfEachSlab) {
    const BackendChoice choice = choose(cube("leggy-2", {512, 480, 500}), 3);
    ASSERT_EQ(choice.slabs.slabs.size(), 3U);
    for (const PlannedSlab& one : choice.slabs.slabs) {
        ASSERT_NE(one.proposal, nullptr);
        EXPECT_EQ(one.proposal->device_bytes, one.memory_bytes);
        EXPECT_EQ(one.proposal->why_not, "");
        ASSERT_EQ(one.proposal->texts.size(), 2U);
        for (const KernelText& text : one.proposal->texts)
            EXPECT_EQ(std::ranges::count(choice.proposal.texts, text), 1) << text.name;
    }
}

/// Larger planes cost more to update twice than an exchange takes; grids with walls and solids go step by step.
TEST(SlabChoice, ExchangesAfterEverySecondStepWhereThatIsCheaper) {
    ScalarProblem problem = cube("leggy-2", {512, 512, 512});
    EXPECT_EQ(choose(problem, 2).slabs.steps_together, 2);
    EXPECT_EQ(choose(problem, 2).slabs.slabs[0].slab.above, 4);
    const auto with = [&](const auto& change) {
        ScalarProblem changed = problem;
        change(changed.walls);
        return choose(changed, 2).slabs.steps_together;
    };
    EXPECT_EQ(with([](WallPasses& walls) { walls.solids = {{7, 2}}; }), 1);
    EXPECT_EQ(with([](WallPasses& walls) {
                  walls.explicit_walls.nodes = {3};
                  walls.explicit_walls.laws = {0};
                  walls.explicit_walls.law.resize(1);
              }),
              1);
    EXPECT_EQ(with([](WallPasses& walls) {
                  walls.branch_walls.nodes = {0};
                  walls.branch_walls.first = {0, 1};
                  walls.branch_walls.laws = {0};
                  walls.branch_walls.law.resize(1);
              }),
              1);
    EXPECT_EQ(choose(cube("leggy-4", {4096, 4096, 64}), 2).slabs.steps_together, 1);
}

/// The rows of the registry; `walked` grows by the faces of a problem whenever a row counts the nodes on which they
/// act.
std::vector<BackendEntry> rows_that_count(std::int64_t& walked) {
    std::vector<BackendEntry> rows(backend_registry().begin(), backend_registry().end());
    for (BackendEntry& row : rows)
        for (MediumSupport& medium : row.media)
            medium.propose = [&walked, own = medium.propose](const Inquiry& asked) {
                const std::type_index tables = typeid(NodeTableForecast);
                const bool before = asked.counts()->contains(tables);
                Proposal proposal = own(asked);
                if (!before && asked.counts()->contains(tables))
                    walked += std::ssize(asked.problem.walls.explicit_walls.nodes);
                return proposal;
            };
    return rows;
}

/// A grid with a lossy floor and side, and layers that are regions of their own for the sweep.
TEST(SlabChoice, WalksEachListAtMostTwice) {
    ScalarProblem problem = cube("leggy-4", {300, 280, 260});
    ExplicitWalls& walls = problem.walls.explicit_walls;
    walls.law = {{2, 0.5, 1, 1}, {5, 0.5, 1, 1}};
    for (std::int64_t z = 0; z < problem.extent.nz; ++z)
        for (std::int64_t y = 0; y < (z == 0 ? problem.extent.ny : 1); ++y)
            for (std::int64_t x = 0; x < problem.extent.nx; ++x) {
                walls.nodes.push_back(problem.extent.index(x, y, z));
                walls.laws.push_back(z == 0 ? 0 : 1);
            }
    problem.layers.width = {20, 20, 0, 20, 0, 0};
    problem.layers.half_order = 4;
    const std::int64_t faces = std::ssize(walls.nodes);
    std::int64_t walked = 0;
    const std::vector<BackendEntry> rows = rows_that_count(walked);
    for (const char* name : {"auto", "stream25.sweep", "texture.unrolled"})
        for (const int gpus : {1, 2, 3}) {
            SCOPED_TRACE(std::string(name) + ", " + std::to_string(gpus));
            const Machine machine = machine_with(gpus);
            walked = 0;
            const BackendChoice choice =
                (gpus == 1 ? choose_backend : choose_slabs)(rows, name, problem, machine, {100'000, 1000});
            EXPECT_EQ(choice.proposal.regions.size() > 1, choice.entry->name == "stream25.sweep");
            EXPECT_GT(plan_regions(problem, choice, machine, 1 << 30, 1e-12).front().memory_bytes, 0);
            EXPECT_EQ(walked, gpus == 1 ? faces : 2 * faces);
        }
}

TEST(SlabChoice, SaysHowManyGpusThePlanesAllow) {
    const ScalarProblem problem = cube("leggy-4", {64, 64, 30});
    const std::int64_t most = most_slabs(problem);
    EXPECT_EQ(most, 7);
    EXPECT_EQ(refusal(problem, 7).find("taken: "), 0U);
    EXPECT_EQ(refusal(problem, 8),
              "8 GPUs are too many for the 30 planes of this grid along z: 7 at most can share it");
    EXPECT_EQ(refusal(cube("leggy-4", {64, 64, 7}), 2),
              "the 7 planes of this grid along z are too few for several GPUs: one can run it");
    EXPECT_EQ(refusal(cube("leggy-1", {64, 64, 1}), 2),
              "this grid has one plane along z, which several GPUs cannot share: one can run it");
}

TEST(SlabChoice, WarnsWhereSharingIsSlower) {
    EXPECT_THAT(slab_warnings(choose(cube("leggy-1", {512, 512, 512}), 2).slabs), testing::IsEmpty());
    EXPECT_THAT(slab_warnings(choose(cube("leggy-1", {64, 64, 64}), 3).slabs),
                testing::ElementsAre(testing::StartsWith("3 GPUs are predicted to be 0.")));
    SlabPlan plan = plan_of({{0, 10, 0, 1}, {10, 20, 1, 0}});
    plan.slabs[0].step_s = 6e-6, plan.slabs[1].step_s = 5e-6, plan.exchange_s = 19e-6, plan.alone_s = 10e-6;
    EXPECT_THAT(slab_warnings(plan), testing::ElementsAre(testing::HasSubstr("2 GPUs are predicted to be 0.40 times")));
}

TEST(SlabChoice, RefusesPortsAtVertices) {
    ScalarProblem problem = cube("leggy-1", {64, 64, 64});
    problem.walls.ports = {{0}, {0}, {{{{0, 0, 0}}, {1}}}, {0, 1}, {{1, 1, {{0, 1, 0}}}}};
    for (const char* name : {"auto", "stream25.sweep"})
        EXPECT_THAT(refusal(problem, 2, name), HasSubstr("{walls: vertex}) are not cut into slabs")) << name;
}

TEST(SlabChoice, NamesABackendThatCannotShareAGrid) {
    const ScalarProblem problem = cube("leggy-1", {512, 512, 512});
    EXPECT_EQ(refusal(problem, 2, "temporal"),
              "backend temporal cannot share a grid among several GPUs; auto takes one that can");
    EXPECT_THAT(refusal(problem, 2, "stream25.tti"), HasSubstr("backend stream25.tti: "));
    EXPECT_THAT(refusal(problem, 2, "nothing"), HasSubstr("there is no backend 'nothing'"));
}

/// What one GPU does not hold two may, and the sentence counts them.
TEST(SlabPlans, CheckTheMemoryOfEachGpu) {
    Scene scene = test::box_scene({400, 400, 400}, "leggy-1", 0.01);
    scene.sources = {test::ricker(test::node(30, 30, 40), 20)};
    scene.receivers = {test::receiver("a", test::node(60, 30, 20))};
    const auto plan_on = [&](int gpus, std::int64_t memory) {
        Machine machine = machine_with(gpus);
        machine.gpu.memory_free = memory;
        for (Gpu& gpu : machine.other_gpus) gpu.memory_free = memory;
        PlanOptions options;
        options.backend = "stream25.sweep";
        return make_plan(scene, machine, options);
    };
    constexpr std::int64_t mib = 1 << 20;  // two levels of 64 million floats: 488 MiB
    EXPECT_THROW(plan_on(1, 400 * mib), EnvironmentError);
    const Plan plan = plan_on(2, 400 * mib);
    ASSERT_EQ(plan.decision.slabs.slabs.size(), 2U);
    EXPECT_LT(plan.forecast.memory.device, 300 * mib);
    EXPECT_GT(plan.forecast.memory.device + plan.forecast.memory.other_devices, 488 * mib);
    try {
        plan_on(2, 200 * mib);
        FAIL() << "it fits";
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::memory);
        EXPECT_THAT(error.what(), HasSubstr("of device memory on each of 2 GPUs, 200 MiB are free"));
    }
}

}  // namespace
}  // namespace wavesim
