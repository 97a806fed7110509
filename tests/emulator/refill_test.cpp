// SPDX-License-Identifier: MIT
// Kernels with asynchronous copies, with numbers that tell of their first use. A copy fills a place of shared memory
// again only where every value that was read there has been used one barrier before, or was read two barriers before.
#include <gtest/gtest.h>

#include <cstring>

#include "emulated_case.hpp"
#include "emulated_slabs.hpp"
#include "emulated_tti.hpp"
#include "emulated_wall_passes.hpp"
#include "stencils/gpu/semi/semi.cuh"
#include "stencils/gpu/sweep/bulk_sweep.cuh"
#include "stencils/gpu/sweep/sweep.cuh"
#include "stencils/gpu/tti/tti_semi.cuh"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;
using emulator::Tracked;
using emulator::Tracking;
using emulator::Violation;

constexpr std::uint64_t orders[] = {emulator::forwards, emulator::backwards, 3};

enum class Use { before_barrier, after_barrier, after_refill, two_barriers_later, never };

/// Each of 64 threads reads a value that another one brought, `apart` from it, and after a barrier brings the next one
/// to the place that the other one read.
template <class Real = Tracked<float>>
float sum_after(Use use, std::uint64_t seed, int apart = 32, PlantedFaults faults = {}) {
    std::array<float, 128> source{};
    for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<float>(i);
    float sum = 0;
    BlockEmulator emulator(seed, std::move(faults));
    emulator.allow(source.data(), source.size());
    emulator.launch(1, 1, 1, 64, 64 * 4, [&] {
        auto* const shared = kernels::shared_memory<Real>();
        const int own = kernels::thread_index();
        const int other = own ^ apart;
        kernels::copy_async<4>(shared + own, source.data() + own);
        kernels::commit_copies();
        kernels::wait_copies<0>();
        kernels::barrier();
        const Real value = kernels::load(shared + other);
        const Real moved = value;  // another register, the same load
        Real used = 0;
        if (use == Use::before_barrier) used = moved + Real(1);
        kernels::barrier();
        if (use == Use::after_barrier) used = moved + Real(1);
        if (use == Use::two_barriers_later) kernels::barrier();
        kernels::copy_async<4>(shared + own, source.data() + 64 + own);
        kernels::commit_copies();
        if (use == Use::after_refill || use == Use::two_barriers_later) used = moved + Real(1);
        kernels::wait_copies<0>();
        sum += static_cast<float>(used);
    });
    return sum;
}

TEST(Refill, IsRightWhereValuesWereUsedBeforeABarrierOrReadTwoBarriersAgo) {
    for (const std::uint64_t seed : orders) {
        EXPECT_EQ(sum_after(Use::before_barrier, seed), 63 * 32 + 64);
        EXPECT_EQ(sum_after(Use::two_barriers_later, seed), 63 * 32 + 64);
        EXPECT_EQ(sum_after(Use::never, seed), 0);
    }
}

TEST(Refill, MayOvertakeALoadWhoseValueIsUsedLater) {
    for (const std::uint64_t seed : orders) {
        EXPECT_TRUE(std::isnan(sum_after(Use::after_barrier, seed)));
        EXPECT_TRUE(std::isnan(sum_after(Use::after_refill, seed)));
    }
}

TEST(Refill, MayOvertakeALoadWhoseUsesNobodyTells) {
    for (const std::uint64_t seed : orders) {
        const auto sum = [seed](Use use, int apart) {
            return sum_after<float>(use, seed, apart, {.plain_loads_rest = true});
        };
        EXPECT_THROW(sum(Use::before_barrier, 32), Violation);
        EXPECT_EQ(sum(Use::before_barrier, 1), 63 * 32 + 64);  // both in one warp
        EXPECT_EQ(sum(Use::two_barriers_later, 32), 63 * 32 + 64);
    }
}

/// One step of a grid of odd size, whose result must be right: a value that was overtaken is NaN. Without early uses it
/// would not be, so that the test sees the kernel's places.
template <template <class> class Kernel, class Spec>
void expect_no_overtaking(const std::array<HaloRule, 6>& halo) {
    for (const std::uint64_t seed : orders) {
        Case<Spec> test({37, 11, 23}, halo, 12);
        const auto step = [&test](BlockEmulator& emulator) {
            test.walk(emulator, Spec::tile_x, Spec::tile_y, Kernel<Spec>::threads, Kernel<Spec>::shared_bytes, 3, 5,
                      [](const auto& arguments) { emulator::run_kernel<Kernel, Tracking<Spec>>(arguments); });
        };
        BlockEmulator emulator(seed, {.plain_loads_rest = true}), late(seed, {.late_uses = true});
        step(emulator);
        EXPECT_LE(test.error(), sizeof(typename Spec::Real) == 4 ? 2e-6 : 1e-14) << seed;
        EXPECT_THROW(step(late), Violation);
    }
}
template <template <class> class Kernel, class Spec>
void expect_no_overtaking() {
    expect_no_overtaking<Kernel, Spec>(mirrors);
    expect_no_overtaking<Kernel, Spec>(odd);
}

template <class Spec>
struct Copied : kernels::SemiCopied<Spec> {};
template <class Spec>
struct K73Copied : kernels::K73SemiCopied<Spec> {};
template <class Spec>
struct WithoutSigns : Spec {
    static constexpr bool odd = false;
};
using Star4 = TestSpec<float, Set::star, 4, 32, 4, 1, true>;
using Star3 = TestSpec<double, Set::star, 3, 16, 4, 1, true>;
/// Of its packs of codes, a thread copies two.
using Star3OfWarps = TestSpec<double, Set::star, 3, 32, 8, 1, true>;
using Box2 = TestSpec<float, Set::box, 2, 32, 8, 2, true>;

TEST(Refill, OvertakesNoLoadOfSemiStencilsByCopies) {
    expect_no_overtaking<Copied, Star4>();
    expect_no_overtaking<Copied, Star3>();
    expect_no_overtaking<Copied, Varying<Star4>>();
}

TEST(Refill, OvertakesNoLoadOfThePlaneSweep) {
    expect_no_overtaking<kernels::Sweep, Star4>();
    expect_no_overtaking<kernels::Sweep, Box2>();
    expect_no_overtaking<kernels::Sweep, Varying<Star3>>();
    expect_no_overtaking<kernels::Sweep, Coded<Star4, MediumStorage::int16>>();
    expect_no_overtaking<kernels::Sweep, Coded<Star3OfWarps, MediumStorage::index8>>();
}

TEST(Refill, OvertakesNoLoadOfTheSweepByBulkCopies) {
    expect_no_overtaking<kernels::BulkSweep, Star4>();
    expect_no_overtaking<kernels::BulkSweep, Varying<Star3>>();
    expect_no_overtaking<kernels::BulkSweep, WithoutSigns<Star4>>(mirrors);
    expect_no_overtaking<kernels::BulkSweep, WithoutSigns<Box2>>(mirrors);
}

template <bool layered, emulator::Passes passes>
void expect_no_overtaking_in_tilted_media(TtiForm form, std::uint64_t seed) {
    const Extent extent = layered ? Extent{37, 19, 23} : Extent{29, 9, 23};
    TtiProblem problem = test::random_tti(extent, form, 4);
    problem.precision = Precision::float32;
    if (layered) test::add_random_layers(problem, 6);
    const emulator::TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
    const auto step = [&](auto tracks, const PlantedFaults& faults = {}) {
        return emulator::step<float, false, layered, passes, decltype(tracks)::value>(problem, now, now, faults,
                                                                                      nullptr, seed);
    };
    EXPECT_EQ(step(std::true_type{}, {.plain_loads_rest = true}), step(std::false_type{}));
    if (passes == emulator::Passes::one)  // whose places rest for a barrier and a gate
        EXPECT_NO_THROW(step(std::true_type{}, {.late_uses = true}));
    else
        EXPECT_THROW(step(std::true_type{}, {.late_uses = true}), Violation);
}

TEST(Refill, OvertakesNoLoadOfTiltedMedia) {
    using emulator::Passes;
    for (const std::uint64_t seed : {emulator::forwards, emulator::backwards}) {
        expect_no_overtaking_in_tilted_media<false, Passes::one>(TtiForm::self_adjoint, seed);
        expect_no_overtaking_in_tilted_media<false, Passes::two>(TtiForm::self_adjoint, seed);
        expect_no_overtaking_in_tilted_media<true, Passes::two>(TtiForm::self_adjoint, seed);
        expect_no_overtaking_in_tilted_media<true, Passes::cut>(TtiForm::self_adjoint, seed);
        expect_no_overtaking_in_tilted_media<false, Passes::two>(TtiForm::k73, seed);
        expect_no_overtaking_in_tilted_media<true, Passes::two>(TtiForm::k73, seed);
    }
}

struct Block {
    using Real = float;
    static constexpr int tile_x = 16, tile_y = 8, tile_z = 1;
};

TEST(Refill, OvertakesNoLoadOfTiltedMediaInSemiStencilsByCopies) {
    const Extent extent{21, 9, 17};
    TtiProblem problem = test::random_tti(extent, TtiForm::k73, 4);
    problem.precision = Precision::float32;
    const emulator::TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
    using Kernel = kernels::K73SemiCopied<Block>;
    const TtiKernel kernel = emulator::walking(Kernel::threads, Kernel::shared_bytes, {16, 8, 1}, 4);
    const auto step = [&](const PlantedFaults& faults) {
        emulator::EmulatedStep<float> one(problem, now, now, faults, nullptr, 5);
        one.launch(kernel, emulator::run_kernel<K73Copied, Tracking<Block>, kernels::TtiArguments, float>);
        return one.result();
    };
    EXPECT_LT(emulator::difference(step({}), test::TtiOperators(problem).step(now, now)), 5e-6);
    EXPECT_THROW(step({.late_uses = true}), Violation);
}

/// What other threads have read rests for two barriers; what a thread keeps for later, only its own copies overwrite.
template <class Spec>
void expect_no_overtaking_in_passes() {
    PassRun<Spec> expected(9);
    expected.add_points();
    expected.pass(1);
    for (const std::uint64_t seed : orders) {
        PassRun<Tracking<Spec>> run(9);
        run.add_points();
        run.pass(seed, {.plain_loads_rest = true});
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_EQ(std::memcmp(run.field[i].data(), expected.field[i].data(), run.field[i].size() * sizeof(float)),
                      0);
        EXPECT_EQ(run.traces, expected.traces);
        EXPECT_NO_THROW(run.pass(seed, {.late_uses = true}));
    }
}
template <Set set>
using Small = TestSpec<float, set, 1, 16, 16, 2, false>;

TEST(Refill, OvertakesNoLoadOfSeveralStepsPerPass) {
    expect_no_overtaking_in_passes<Passes<Small<Set::star>, 37, 35, 4, 5, RigidSides>>();
    expect_no_overtaking_in_passes<Passes<Small<Set::box>, 39, 18, 4, 6, OddSides>>();
}
TEST(Refill, OvertakesNoLoadOfSeveralStepsInMediaAndPanels) {
    expect_no_overtaking_in_passes<Passes<Varying<Small<Set::star>>, 37, 59, 4, 5, OddSides, 2>>();
    expect_no_overtaking_in_passes<Passes<Coded<Small<Set::box>, MediumStorage::index8>, 22, 18, 4, 6, RigidSides>>();
}

/// Walls read planes as plain numbers: their places rest for two barriers, too.
template <class Spec>
void expect_no_overtaking_beside_walls() {
    constexpr int nz = 8;
    for (const std::uint64_t seed : orders) {
        WallRun<Spec> expected(nz);
        WallRun<Tracking<Spec>> run(nz);
        for (int pass = 0; pass < 2; ++pass) {
            expected.pass(1);
            run.pass(seed, {.plain_loads_rest = true});
        }
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_EQ(std::memcmp(run.run.field[i].data(), expected.run.field[i].data(),
                                  run.run.field[i].size() * sizeof(float)),
                      0);
        EXPECT_EQ(std::memcmp(run.state.data(), expected.state.data(), run.state.size() * sizeof(float)), 0);
    }
}

TEST(Refill, OvertakesNoLoadOfSeveralStepsBesideWalls) {
    expect_no_overtaking_beside_walls<Walled<Passes<Small<Set::star>, 37, 19, 4, 5, RigidSides>, false>>();
    expect_no_overtaking_beside_walls<Walled<Passes<Small<Set::box>, 22, 18, 4, 6, RigidSides>, true>>();
    expect_no_overtaking_beside_walls<
        Walled<Passes<Coded<Small<Set::star>, MediumStorage::index8>, 20, 35, 4, 5, RigidSides, 1>, true>>();
}

TEST(Refill, OvertakesNoLoadOfLayersBesideThePlaneSweep) {
    using In = Tracking<Varying<TestSpec<float, Set::star, 2, 32, 4, 2, true>>>;
    using AlongX = Tracking<SlabSpec<In, 16, 192, 1>>;
    using AlongRows = Tracking<SlabSpec<In, 128, 8, 2>>;
    using Run = SlabCase<In, AlongX, AlongRows, LineSpec<In, 2>>;
    for (const std::uint64_t seed : orders) {
        Run run({53, 21, 23}, {5, 4, 5, 6, 6, 3}, {.plain_loads_rest = true});
        run.first_seed = seed;
        EXPECT_LE(run.error_after(2), 2e-6);
    }
    EXPECT_THROW(Run({53, 21, 23}, {5, 4, 5, 6, 6, 3}, {.late_uses = true}).error_after(1), Violation);
}

}  // namespace
}  // namespace wavesim
