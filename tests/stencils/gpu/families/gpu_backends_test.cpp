// SPDX-License-Identifier: MIT
// What the GPU rows plan is a function of the GPU's values, whatever this machine has.
#include "stencils/gpu/families/gpu_backends.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "stencils/backend/some_gpu.hpp"
#include "stencils/equations/some_programs.hpp"
#include "stencils/gpu/common/node_table_sizes.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

Machine with(const Gpu& gpu) {
    Machine machine;
    machine.gpu = gpu;
    return machine;
}

ScalarProblem box(const std::string& stencil) {
    ScalarProblem problem;
    problem.extent = {256, 256, 256};
    problem.stencil = make_stencil(stencil, 3);
    problem.courant = 0.3;
    problem.halo.fill(HaloRule::mirror_half);
    return problem;
}

std::string refusal(const std::string& backend, const std::string& stencil, const Gpu& gpu) {
    return find_backend(backend)->propose(box(stencil), with(gpu)).why_not;
}

/// The row that `auto` tries first.
std::string first_of(const StencilProblem& problem, const Machine& machine) {
    const auto first = std::ranges::find_if(
        gpu_backends(), [&](const BackendEntry& other) { return other.propose(problem, machine).why_not.empty(); });
    return first == gpu_backends().end() ? "" : first->name;
}

TEST(GpuBackends, RunOnAGpuThatCanBeUsed) {
    EXPECT_EQ(refusal("stream25.sweep", "leggy-4", test::some_gpu()), "");
    EXPECT_EQ(refusal("texture.leggy", "compact-27-iwb", test::some_gpu()), "this form is for leggy stencils in 3D");
}

/// Single steps of media of one density run them, passes of several steps do not.
TEST(GpuBackends, RunPortsWhereTheyMoveSingleSteps) {
    const Machine machine = with(test::some_gpu());
    for (const char* stencil : {"leggy-1", "leggy-4", "compact-27-iwb", "compact-57-fine", "compact-123-me6"}) {
        ScalarProblem problem = box(stencil);
        problem.walls.ports = {{0}, {0}, {{{{0, 0, 0}}, {1}}}, {0, 1}, {{1, 1, {{0, 1, 0}}}}};
        EXPECT_EQ(first_of(problem, machine), "stream25.sweep") << stencil;
        EXPECT_EQ(find_backend("semi.tma")->propose(problem, machine).why_not.empty(),
                  find_backend("semi.tma")->propose(box(stencil), machine).why_not.empty());
        EXPECT_EQ(find_backend("temporal")->propose(problem, machine).why_not,
                  "it has no kernels for ports at the vertices of walls");
    }
}

TEST(GpuBackends, RepeatWhyThereIsNoGpu) {
    for (const BackendEntry* row : all_backends()) {
        const BackendEntry& entry = *row;
        if (entry.name == "cpu") continue;
        EXPECT_TRUE(entry.on_gpu()) << entry.name;
        if (entry.support(ScalarShape{}) == nullptr) continue;
        EXPECT_EQ(entry.propose(box("leggy-4"), with(Gpu::none("the driver sleeps"))).why_not, "the driver sleeps");
        EXPECT_EQ(entry.propose(box("leggy-4"), Machine{}).why_not, "no GPU was looked for") << entry.name;
    }
}

TEST(GpuBackends, NeedComputeCapability8) {
    Gpu gpu = test::some_gpu();
    gpu.capability_major = 7;
    gpu.capability_minor = 5;

    EXPECT_EQ(refusal("stream25.sweep", "leggy-4", gpu),
              "GPU 0 (some GPU) has compute capability 7.5, 8.0 or later is needed");
    EXPECT_EQ(gpu.architecture(), "sm_75");
    gpu.capability_major = 8;
    EXPECT_EQ(refusal("stream25.sweep", "leggy-4", gpu), "");
}

TEST(GpuBackends, FitTheSharedMemoryOfABlock) {
    Gpu small = test::some_gpu();
    small.shared_per_block = 99 << 10;
    const BackendEntry& sweep = *find_backend("stream25.sweep");

    EXPECT_EQ(refusal("stream25.sweep", "leggy-10", test::some_gpu()), "");
    EXPECT_EQ(refusal("stream25.sweep", "leggy-10", small), "the planes around a node do not fit shared memory");
    EXPECT_NE(sweep.propose(box("leggy-4"), with(small)).tiles.at(0),
              sweep.propose(box("leggy-4"), with(test::some_gpu())).tiles.at(0));
}

/// Rows come in the order in which `auto` takes them.
TEST(GpuBackends, SemiStencilsRunWhatOthersTake) {
    const Machine machine = with(test::some_gpu());
    int strategies = 0;
    for (const BackendEntry& entry : gpu_gallery()) {
        if (!entry.name.starts_with("semi.") || entry.name == "semi.tma") continue;
        ++strategies;
        for (int m = 1; m <= 10; ++m)
            for (const Precision precision : {Precision::float32, Precision::float64})
                for (const Extent& extent : {Extent{m + 1, m + 1, m + 1}, Extent{1300, 1300, 1300}}) {
                    ScalarProblem problem = box("leggy-" + std::to_string(m));
                    problem.precision = precision;
                    problem.extent = extent;
                    problem.speed.varies = m % 2 == 0;
                    EXPECT_EQ(entry.propose(problem, machine).why_not, "") << entry.name << m;
                    EXPECT_NE(first_of(problem, machine), "") << m;
                }
        for (const char* stencil : {"leggy-11", "compact-27-iwb"})
            EXPECT_EQ(entry.propose(box(stencil), machine).why_not,
                      "semi-stencils are for leggy stencils in 3D, at most R = 10");
    }
    EXPECT_EQ(strategies, 7);
}

StencilProblem tilted(TtiForm form, const Extent& extent, Precision precision) {
    StencilProblem problem = box("leggy-4");
    problem.extent = extent;
    problem.precision = precision;
    problem.stencil = make_stencil("leggy-4", extent.ny == 1 ? 2 : 3);
    problem.halo.fill(HaloRule::zero);
    problem.speed.varies = true;
    problem.medium = TtiShape{form};
    return problem;
}

/// Families that have no walls count their lists for others, too.
TEST(GpuBackends, CountListsInTheInquiry) {
    const Machine machine = with(test::some_gpu());
    const std::type_index tables = typeid(NodeTableForecast);
    const StencilProblem rock = tilted(TtiForm::k73, {60, 50, 40}, Precision::float32);
    StencilProblem program = box("leggy-1");
    program.medium = ProgramShape{std::make_shared<const equations::Program>(equations::scalar_wave()), 0, 0.1, 1, 0};
    using Row = std::pair<const char*, const StencilProblem*>;
    for (const auto& [name, problem] : {Row{"stream25.tti", &rock}, Row{"statements", &program}}) {
        const Inquiry asked(*problem, machine);
        EXPECT_EQ(find_backend(name)->propose(asked).why_not, "");
        EXPECT_TRUE(asked.counts()->contains(tables)) << name;
    }
}

TEST(GpuBackends, SemiStencilsRunK73ThatOthersTake) {
    const Machine machine = with(test::some_gpu());
    const BackendEntry& sweep = *find_backend("stream25.tti");
    constexpr Extent room{300, 310, 320};
    int strategies = 0;
    for (const BackendEntry& entry : gpu_gallery()) {
        if (!entry.name.starts_with("semi.") || entry.name == "semi.tma") continue;
        ++strategies;
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            const StencilProblem problem = tilted(TtiForm::k73, room, precision);
            EXPECT_EQ(entry.propose(problem, machine).why_not, "") << entry.name;
            EXPECT_EQ(entry.work(problem).points, 73);
            EXPECT_EQ(entry.work(problem).bytes, 12 * bytes_of(precision));
            EXPECT_EQ(entry.propose(problem, machine).device_bytes, sweep.propose(problem, machine).device_bytes);
            EXPECT_GE(entry.propose(problem, machine).tiles.size(), 4U);
            EXPECT_EQ(first_of(problem, machine), "stream25.tti");
        }
        for (const StencilProblem& other : {tilted(TtiForm::self_adjoint, room, Precision::float32),
                                            tilted(TtiForm::k73, {300, 1, 320}, Precision::float32)})
            EXPECT_EQ(entry.propose(other, machine).why_not, "of TTI media semi-stencils take the form k73 in 3D");
    }
    EXPECT_EQ(strategies, 7);
    EXPECT_NE(find_backend("semi.tma")->propose(tilted(TtiForm::k73, room, Precision::float32), machine).why_not, "");
}

TEST(GpuBackends, BulkCopiesNeedComputeCapability9) {
    Machine machine = with(test::some_gpu());
    const BackendEntry& bulk = *find_backend("semi.tma");
    machine.gpu.name = "some GPU";
    machine.gpu.capability_major = 8, machine.gpu.capability_minor = 6;
    EXPECT_EQ(bulk.propose(box("leggy-4"), machine).why_not, "semi.tma needs compute capability 9.0, some GPU has 8.6");
    machine.gpu.capability_major = 9, machine.gpu.capability_minor = 0;
    EXPECT_EQ(bulk.propose(box("leggy-4"), machine).why_not, "");
    EXPECT_EQ(bulk.propose(box("compact-27-iwb"), machine).why_not, "");
}

ScalarProblem layered(const char* stencil) {
    ScalarProblem problem = box(stencil);
    problem.layers.width = {20, 20, 20, 20, 20, 20};
    problem.layers.half_order = radius(problem.stencil);
    return problem;
}

TEST(GpuBackends, TwoKernelsTakeTheInnerBoxAndTheLayers) {
    const Machine machine = with(test::some_gpu());
    const ScalarProblem problem = layered("leggy-4");
    const BackendEntry& pair = *find_backend("stream25.sweep+texture.unrolled");

    const std::vector<Region> regions = pair.propose(problem, machine).regions;

    ASSERT_EQ(regions.size(), 4U);
    std::int64_t nodes = 0;
    for (const Region& region : regions) {
        EXPECT_EQ(region.backend, region.name == "inner" ? "stream25.sweep" : "texture.unrolled");
        nodes += region.nodes();
    }
    EXPECT_EQ(nodes, problem.extent.nodes());
    EXPECT_EQ(pair.propose(problem, machine).device_bytes,
              find_backend("texture.unrolled")->propose(problem, machine).device_bytes);
}

TEST(GpuBackends, AStepOfTwoKernelsTakesATimeBetweenTheirs) {
    Machine machine = with(test::some_gpu());
    machine.gpu.triad.float32 = 4e12;
    machine.gpu.multiprocessors = 132;
    const ScalarProblem problem = layered("compact-57-opt");
    const auto time = [&](const char* name) { return find_backend(name)->propose(problem, machine).ctpn_s; };

    EXPECT_GT(time("texture.unrolled+texture.loop"), time("texture.unrolled"));
    EXPECT_LT(time("texture.unrolled+texture.loop"), time("texture.loop"));
    // What layers take besides is the same for all of them, and both pairs pay for their thin slabs.
    const double slabs = time("texture.unrolled+texture.loop") + time("texture.loop+texture.unrolled") -
                         time("texture.loop") - time("texture.unrolled");
    EXPECT_GT(slabs, 0);
    EXPECT_LT(slabs, 20e-12);
}

}  // namespace
}  // namespace wavesim
