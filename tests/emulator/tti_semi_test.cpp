// SPDX-License-Identifier: MIT
// The 73-point form of TTI media in the strategies of semi-stencils, run thread by thread on the CPU and compared with
// its formulas written out node by node.
#include <gtest/gtest.h>

#include "barrier_drops.hpp"
#include "emulated_tti.hpp"
#include "stencils/gpu/tti/tti_semi.cuh"

namespace wavesim {
namespace {

using emulator::difference;
using emulator::PlantedFaults;
using emulator::Violation;
using test::TwoFields;

template <class Value, int x, int y, int z = 1>
struct Block {
    using Real = Value;
    static constexpr int tile_x = x, tile_y = y, tile_z = z;
};

template <class K, class S, bool walks_along_z>
struct StrategyOf {
    using Kernel = K;
    using Spec = S;
    using Real = typename S::Real;
    static constexpr bool walks = walks_along_z;
};
template <template <class> class K, class Spec>
using Cube = StrategyOf<K<Spec>, Spec, false>;
template <template <class> class K, class Spec>
using Walk = StrategyOf<K<Spec>, Spec, true>;

template <class Form>
TwoFields step(const TtiProblem& problem, const TwoFields& now, const TwoFields& before,
               const PlantedFaults& faults = {}, std::uint64_t seed = 5) {
    using Spec = typename Form::Spec;
    TtiKernel kernel;
    kernel.tile = {Spec::tile_x, Spec::tile_y, Spec::tile_z};
    kernel.threads = Form::Kernel::threads;
    kernel.shared_bytes = Form::Kernel::shared_bytes;
    kernel.sweeps = Form::walks;
    kernel.reach = 4;
    emulator::EmulatedStep<typename Form::Real> one(problem, now, before, faults, nullptr, seed);
    one.launch(kernel, [](const auto& arguments) { Form::Kernel::run(arguments); });
    return one.result();
}

template <class Form>
TtiProblem problem_on(const Extent& extent) {
    TtiProblem problem = test::random_tti(extent, TtiForm::k73, 4);
    problem.precision = sizeof(typename Form::Real) == 4 ? Precision::float32 : Precision::float64;
    return problem;
}
template <class Form>
constexpr double tolerance = sizeof(typename Form::Real) == 4 ? 5e-6 : 1e-14;

template <class Types>
class K73SemiOnEmulator : public ::testing::Test {};
using Forms = ::testing::Types<
    Cube<kernels::K73Gathered, Block<float, 32, 4, 2>>, Cube<kernels::K73Gathered, Block<double, 8, 8, 3>>,
    Cube<kernels::K73Cube, Block<float, 16, 4, 3>>, Cube<kernels::K73Cube, Block<double, 8, 8, 2>>,
    Walk<kernels::K73NinePlanes, Block<float, 16, 8>>, Walk<kernels::K73NinePlanes, Block<double, 8, 4>>,
    Walk<kernels::K73SemiPlain, Block<float, 16, 8>>, Walk<kernels::K73SemiPlain, Block<double, 8, 4>>,
    Walk<kernels::K73SemiBuffered, Block<float, 16, 8>>, Walk<kernels::K73SemiBuffered, Block<double, 8, 4>>,
    Walk<kernels::K73SemiCopied, Block<float, 16, 8>>, Walk<kernels::K73SemiCopied, Block<double, 8, 4>>,
    Walk<kernels::K73SemiFolded, Block<float, 16, 8>>, Walk<kernels::K73SemiFolded, Block<double, 8, 4>>>;
TYPED_TEST_SUITE(K73SemiOnEmulator, Forms);

/// Grids that end inside blocks, thin ones, and columns that three blocks share.
TYPED_TEST(K73SemiOnEmulator, StepsAsTheFormulasSayInAnyThreadOrder) {
    for (const Extent& extent : {Extent{37, 9, 23}, Extent{16, 19, 5}, Extent{5, 6, 12}})
        for (const std::uint64_t seed : {1u, 2u}) {
            const TtiProblem problem = problem_on<TypeParam>(extent);
            const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
            const TwoFields before{test::random_field(extent, 3), test::random_field(extent, 4)};
            EXPECT_LT(difference(step<TypeParam>(problem, now, before, {}, seed),
                                 test::TtiOperators(problem).step(now, before)),
                      tolerance<TypeParam>)
                << extent.nx;
        }
}

/// That of the plane sweep, whose sponge has a test of its own.
TYPED_TEST(K73SemiOnEmulator, DampsByTheSponge) {
    const Extent extent{35, 6, 11};
    TtiProblem problem = problem_on<TypeParam>(extent);
    for (std::size_t d = 0; d < 3; ++d)
        for (std::int64_t i = 0; i < extent.along(static_cast<int>(d)); ++i)
            problem.tti.damping[d].push_back(i < 3 ? (0.1F + 0.02F * static_cast<float>(d)) * static_cast<float>(3 - i)
                                                   : 0.0F);
    const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
    const TwoFields before{test::random_field(extent, 3), test::random_field(extent, 4)};
    EXPECT_LT(difference(step<TypeParam>(problem, now, before),
                         emulator::step<typename TypeParam::Real, false>(problem, now, before)),
              tolerance<TypeParam>);
}

/// Nothing moves more than 4 nodes inside, to the last bit.
TYPED_TEST(K73SemiOnEmulator, LeavesAConstantFieldAsItIs) {
    const Extent extent{19, 11, 13};
    const TtiProblem problem = problem_on<TypeParam>(extent);
    const std::vector<double> constant(static_cast<std::size_t>(extent.nodes()), 0.3F);
    const TwoFields moved = step<TypeParam>(problem, {constant, constant}, {constant, constant});
    for (std::int64_t i = 0; i < extent.nodes(); ++i) {
        const Node n = node_at(extent, i);
        if (std::min({n.x, n.y, n.z, extent.nx - 1 - n.x, extent.ny - 1 - n.y, extent.nz - 1 - n.z}) < 4) continue;
        for (std::size_t f = 0; f < 2; ++f) ASSERT_EQ(moved[f][static_cast<std::size_t>(i)], constant[0]);
    }
}

TYPED_TEST(K73SemiOnEmulator, NeedsEveryBarrier) {
    const Extent extent{21, 9, 17};
    const TtiProblem problem = problem_on<TypeParam>(extent);
    const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
    const TwoFields right = test::TtiOperators(problem).step(now, now);
    if (TypeParam::Kernel::shared_bytes == 0) {  // it has none
        std::set<emulator::BarrierSite> met;
        step<TypeParam>(problem, now, now, {.met = &met});
        EXPECT_TRUE(met.empty());
        return;
    }
    EXPECT_EQ(emulator::barriers_that_nobody_needs([&](std::uint64_t seed, const PlantedFaults& faults) {
                  return !(difference(step<TypeParam>(problem, now, now, faults, seed), right) < tolerance<TypeParam>);
              }),
              "");
}

/// What a step has read of a plane is added up before the barrier, after which copies of the next plane but one start.
TEST(K73SemiCopied, RefillsAPlaneOneBarrierAfterItsLastRead) {
    using Form = Walk<kernels::K73SemiCopied, Block<float, 16, 8>>;
    const Extent extent{21, 9, 17};
    const TtiProblem problem = problem_on<Form>(extent);
    const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
    const auto fewest = [&](bool no_barriers) {
        int barriers = 100;
        step<Form>(problem, now, now, {.no_barriers = no_barriers, .barriers_before_refill = &barriers});
        return barriers;
    };
    EXPECT_EQ(fewest(false), 1);
    EXPECT_EQ(fewest(true), 0);
}

TEST(K73SemiCopied, FindsAMissingWait) {
    using Form = Walk<kernels::K73SemiCopied, Block<double, 8, 4>>;
    const Extent extent{21, 9, 17};
    const TtiProblem problem = problem_on<Form>(extent);
    const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
    const TwoFields right = test::TtiOperators(problem).step(now, now);
    EXPECT_GT(difference(step<Form>(problem, now, now, {.no_waits = true}), right), 1e-3);
}

}  // namespace
}  // namespace wavesim
