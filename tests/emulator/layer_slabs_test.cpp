// SPDX-License-Identifier: MIT
// Plane sweeps that move absorbing layers, with the bulk step and the corners around them, on the block emulator
// against the CPU backend.
#include <gtest/gtest.h>

#include "barrier_drops.hpp"
#include "emulated_slabs.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

using Float2 = Varying<TestSpec<float, Set::star, 2, 32, 4, 2, true>>;
using Double4 = TestSpec<double, Set::star, 4, 16, 4, 2, true>;
template <int chunk>
using FloatCase = SlabCase<Float2, SlabSpec<Float2, 16, 192, 1>, SlabSpec<Float2, 128, 8, 2>, LineSpec<Float2, chunk>>;
template <int Y, int chunk>
using DoubleCase =
    SlabCase<Double4, SlabSpec<Double4, 16, 88, 1>, SlabSpec<Double4, 64, Y, 2>, LineSpec<Double4, chunk>>;

TEST(LayerSlabsOnEmulator, AgreeWithTheCpuBackendOnAllSidesAndInCorners) {
    FloatCase<2> floats({53, 21, 23}, {5, 4, 5, 6, 6, 3});
    EXPECT_EQ(floats.slabs.slabs.size(), 3U);
    EXPECT_EQ(floats.slabs.corners.size(), 3U);
    EXPECT_LE(floats.error_after(3), 2e-6);
    EXPECT_LE((DoubleCase<12, 2>({51, 27, 26}, {6, 7, 5, 8, 7, 6}).error_after(3)), 1e-14);
}

TEST(LayerSlabsOnEmulator, AgreeOnSomeSidesBesideMirrors) {
    EXPECT_LE((FloatCase<1>({41, 14, 15}, {5, 0, 0, 4, 4, 0}).error_after(3)), 2e-6);
    DoubleCase<8, 2> one({35, 17, 26}, {0, 0, 0, 0, 3, 4});
    EXPECT_EQ(one.slabs.slabs.size(), 1U);
    EXPECT_LE(one.error_after(3), 1e-14);
}

TEST(LayerSlabsOnEmulator, NeedEveryBarrier) {
    EXPECT_EQ(emulator::barriers_that_nobody_needs([](std::uint64_t seed, const PlantedFaults& faults) {
                  FloatCase<2> test({53, 21, 23}, {5, 4, 5, 6, 6, 3}, faults);
                  test.first_seed = seed;
                  return test.error_after(2) > 2e-6;
              }),
              "");
}

ScalarProblem layered(const Extent& n, const std::array<std::int64_t, 6>& cells) {
    ScalarProblem problem;
    problem.extent = n;
    problem.stencil = make_stencil("leggy-4", 3);
    problem.layers.width = cells;
    problem.layers.half_order = 4;
    return problem;
}

TEST(LayerSlabs, ShareThePlanesSoThatAllBlocksEndTogether) {
    ScalarProblem problem = layered({512, 512, 512}, {20, 20, 20, 20, 20, 20});
    problem.speed.varies = true;
    const KernelTile bulk = choose_tile(forms::sweep, problem);
    LayerSlabs plan =
        plan_slabs(problem, forms::sweep, device_layout(problem.extent, problem.precision), most_shared_bytes);

    share_planes(plan, problem, bulk, 132);

    EXPECT_EQ(plan.margin, (std::array<std::int64_t, 6>{32, 32, 24, 24, 24, 24}));
    EXPECT_EQ(plan.inner.chunk, 116);  // of 464 planes
    EXPECT_EQ(plan.inner.whole, 320);
    for (const LayerSlabs::Slab& slab : plan.slabs) EXPECT_EQ(slab.chunk, slab.planes / 8);
    // In planes of the bulk step, four of them of each block's run-up: at most a twentieth of the time is waited.
    const double work = 320 * 120 + 2.05 * (64 * 64 + 64 * 58) + 2.3 * 80 * 58;
    EXPECT_GE(plan.inner.cost, work / 132);
    EXPECT_LE(plan.inner.cost, 1.05 * work / 132);
}

/// In the cache a step takes as long as the longest way of a block, its run-up of reach + 3 planes included.
TEST(LayerSlabs, WalkShortWaysInSmallGrids) {
    const ScalarProblem problem = layered({100, 80, 60}, {20, 20, 20, 20, 20, 0});
    LayerSlabs plan =
        plan_slabs(problem, forms::sweep, device_layout(problem.extent, problem.precision), most_shared_bytes);
    ASSERT_FALSE(plan.slabs.empty());

    share_planes(plan, problem, choose_tile(forms::sweep, problem), 132);

    EXPECT_LT(plan.inner.chunk, 20);
    for (const LayerSlabs::Slab& slab : plan.slabs) EXPECT_LE(slab.chunk, 8) << slab.axis;
}

TEST(LayerSlabs, LeaveLayersToTheirKernelsWhereTheyDoNotFit) {
    const ScalarProblem problem = layered({512, 512, 512}, {20, 20, 20, 20, 20, 20});
    const auto slabs = [](const ScalarProblem& of) {
        const DeviceLayout layout = device_layout(of.extent, of.precision);
        return plan_slabs(of, forms::sweep, layout, most_shared_bytes).slabs.size();
    };

    ScalarProblem narrow = problem;
    narrow.extent.ny = 48;  // no node is left between the slabs
    ScalarProblem wide = problem;
    wide.layers.width[2] = 120;
    ScalarProblem averaged = problem;
    averaged.layers.averaged = true;

    EXPECT_EQ(slabs(problem), 3U);
    EXPECT_EQ(slabs(narrow), 0U);
    EXPECT_EQ(slabs(wide), 0U);
    EXPECT_EQ(slabs(averaged), 0U);
}

}  // namespace
}  // namespace wavesim
