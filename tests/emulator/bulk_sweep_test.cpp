// SPDX-License-Identifier: MIT
// The plane sweep with bulk copies of rows, run thread by thread on the CPU and compared with the CPU backend on odd
// sizes, beyond every kind of side. Bulk copies arrive only where they are waited for, and are counted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "barrier_drops.hpp"
#include "emulated_case.hpp"
#include "stencils/gpu/sweep/bulk_sweep.cuh"
#include "stencils/problem/regions.hpp"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;
using emulator::Violation;

template <class Sweep, class Spec>
void run_sweep(Case<Spec>& test, BlockEmulator& emulator, int whole) {
    test.walk(emulator, Spec::tile_x, Spec::tile_y, Sweep::threads, Sweep::shared_bytes, whole, 2,
              [](const auto& arguments) { Sweep::run(arguments); });
}
template <class Spec>
void run(Case<Spec>& test, BlockEmulator& emulator, int whole = 3) {
    run_sweep<kernels::BulkSweep<Spec>>(test, emulator, whole);
}

template <class Spec>
constexpr double tolerance = sizeof(typename Spec::Real) == 4 ? 2e-6 : 1e-14;

template <class Spec>
class BulkSweepOnEmulator : public ::testing::Test {};

using Star4 = TestSpec<float, Set::star, 4, 32, 4, 1, true>;
using Specs =
    ::testing::Types<TestSpec<float, Set::star, 1, 32, 4, 1, true>, TestSpec<double, Set::star, 3, 16, 4, 1, true>,
                     Star4, TestSpec<float, Set::box, 2, 32, 8, 2, true>,
                     TestSpec<double, Set::star, 8, 16, 4, 1, true>, TestSpec<float, Set::star, 2, 32, 8, 2, false>,
                     Varying<Star4>, Varying<TestSpec<double, Set::star, 1, 16, 4, 1, true>>,
                     Coded<Star4, MediumStorage::index8>, Coded<Star4, MediumStorage::int16>>;
TYPED_TEST_SUITE(BulkSweepOnEmulator, Specs);

TYPED_TEST(BulkSweepOnEmulator, AgreesWithTheCpuBackendOnOddSizesInAnyThreadOrder) {
    for (const auto& halo : {mirrors, mixed, odd})
        for (const Extent extent : {Extent{71, 11, 9}, Extent{32, 9, 13}, Extent{9, 10, 9}})
            for (const std::uint64_t seed : {1u, 2u}) {
                Case<TypeParam> test(extent, halo, 5);
                BlockEmulator emulator(seed);
                run(test, emulator);
                EXPECT_LE(test.error(), tolerance<TypeParam>) << extent.nx << " seed " << seed;
            }
}

/// However the planes come.
TYPED_TEST(BulkSweepOnEmulator, GivesTheBitsOfThePlaneSweep) {
    Case<TypeParam> bulk({37, 11, 14}, mixed, 14);
    Case<TypeParam> packs({37, 11, 14}, mixed, 4);
    BlockEmulator first(3);
    BlockEmulator second(4);
    run(bulk, first);
    run_sweep<kernels::Sweep<TypeParam>>(packs, second, 7);
    EXPECT_EQ(std::memcmp(bulk.next.data(), packs.next.data(), bulk.next.size() * sizeof bulk.next[0]), 0);
}

template <class Spec>
std::string waits_that_nobody_needs(const std::array<HaloRule, 6>& halo) {
    return emulator::barriers_that_nobody_needs([&](std::uint64_t seed, const PlantedFaults& faults) {
        Case<Spec> test({37, 11, 19}, halo, 19);
        BlockEmulator emulator(seed, faults);
        run(test, emulator);
        return test.error() > tolerance<Spec>;
    });
}
/// Where no side turns signs, gates stand for the barrier of each plane.
template <class Spec>
struct WithoutSigns : Spec {
    static constexpr bool odd = false;
};

TYPED_TEST(BulkSweepOnEmulator, NeedsEveryBarrierGateAndWait) {
    EXPECT_EQ(waits_that_nobody_needs<TypeParam>(odd), "");
    EXPECT_EQ(waits_that_nobody_needs<WithoutSigns<TypeParam>>(mirrors), "");
}

TYPED_TEST(BulkSweepOnEmulator, AgreesWithTheCpuBackendWithoutBarriers) {
    for (const auto& halo : {mirrors, mixed}) {
        Case<WithoutSigns<TypeParam>> test({71, 11, 13}, halo, 6);
        BlockEmulator emulator(5);
        run(test, emulator);
        EXPECT_LE(test.error(), tolerance<TypeParam>);
    }
}

TYPED_TEST(BulkSweepOnEmulator, FindsAReadBeyondTheField) {
    Case<TypeParam> test({37, 11, 9}, mirrors, 9);
    test.arguments.nz += 1;  // one plane too many
    BlockEmulator emulator(7);
    EXPECT_THROW(run(test, emulator), Violation);
}

TEST(BulkSweep, MovesTheBoxesOfACutGrid) {
    using Spec = Boxed<Star4>;
    for (const auto& halo : {mirrors, mixed, odd}) {
        const Extent extent{71, 23, 19};
        Case<Spec> test(extent, halo, 5);
        const CutGrid cut = cut_grid(extent, {16, 11, 4, 7, 3, 5});
        std::vector<NodeBox> boxes{cut.inner};
        for (const auto& slabs : cut.slabs) boxes.insert(boxes.end(), slabs.begin(), slabs.end());
        for (const NodeBox& box : boxes) {
            test.take_box(box);
            test.arguments.chunk = 5;
            BlockEmulator emulator(3);
            run(test, emulator);
        }
        EXPECT_LE(test.error(), tolerance<Spec>);
    }
}

/// A turn that is told to expect one byte pack more than comes never ends.
TEST(BulkCopies, ATurnThatLacksBytesHangs) {
    alignas(16) std::array<float, 8> source{1, 2, 3, 4, 5, 6, 7, 8};
    for (const int expected : {32, 48}) {
        BlockEmulator emulator(1);
        emulator.allow(source.data(), source.size());
        std::array<float, 2> seen{};
        const auto body = [&] {
            auto* const arrival = kernels::shared_memory<kernels::Arrival>();
            auto* const values = reinterpret_cast<float*>(arrival + 2);
            if (kernels::thread_index() == 0) kernels::make_arrival(arrival, 1);
            kernels::barrier();
            if (kernels::thread_index() == 0) {
                kernels::expect_bytes(arrival, expected);
                kernels::copy_bulk(values, source.data(), 16, arrival);
                kernels::copy_bulk(values + 4, source.data() + 4, 16, arrival);
            }
            kernels::wait_for_bytes(arrival, 0);
            seen[static_cast<std::size_t>(kernels::thread_index())] =
                kernels::load(values + 3 * kernels::thread_index());
        };
        if (expected == 32) {
            emulator.launch(1, 1, 1, 2, 64, body);
            EXPECT_THAT(seen, testing::ElementsAre(1, 4));
        } else {
            EXPECT_THROW(emulator.launch(1, 1, 1, 2, 64, body), Violation);
        }
    }
}

}  // namespace
}  // namespace wavesim
