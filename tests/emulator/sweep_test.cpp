// SPDX-License-Identifier: MIT
// The plane sweep's own header, run thread by thread on the CPU and compared with the CPU backend on odd sizes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "barrier_drops.hpp"
#include "emulated_case.hpp"
#include "stencils/gpu/sweep/sweep.cuh"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;
using emulator::Violation;

template <class Spec>
void run(Case<Spec>& test, BlockEmulator& emulator, int whole = 3) {
    using Sweep = kernels::Sweep<Spec>;
    test.walk(emulator, Spec::tile_x, Spec::tile_y, Sweep::threads, Sweep::shared_bytes, whole, 2,
              [](const auto& arguments) { Sweep::run(arguments); });
}

template <class Spec>
class SweepOnEmulator : public ::testing::Test {};

using Specs = ::testing::Types<
    TestSpec<float, Set::star, 1, 32, 4, 2, false>, TestSpec<float, Set::box, 1, 16, 4, 1, true>,
    TestSpec<double, Set::ball, 2, 16, 4, 2, true>, TestSpec<float, Set::box, 2, 32, 6, 2, true>,
    TestSpec<float, Set::star, 4, 32, 4, 2, true>, TestSpec<double, Set::ball, 4, 8, 4, 1, false>,
    TestSpec<float, Set::star, 8, 32, 4, 1, false>, TestSpec<double, Set::star, 7, 16, 2, 1, false>,
    Varying<TestSpec<float, Set::box, 1, 32, 4, 2, false>>, Varying<TestSpec<double, Set::star, 1, 16, 4, 1, false>>,
    Varying<TestSpec<float, Set::star, 4, 32, 4, 2, true>>, Varying<TestSpec<double, Set::ball, 2, 16, 4, 2, true>>,
    Coded<TestSpec<float, Set::box, 1, 32, 4, 2, false>, MediumStorage::int16>,
    Coded<TestSpec<double, Set::star, 1, 16, 4, 1, false>, MediumStorage::index8>,
    Coded<TestSpec<float, Set::star, 4, 32, 4, 2, true>, MediumStorage::index8>,
    Coded<TestSpec<float, Set::star, 2, 32, 4, 2, true>, MediumStorage::int16>,
    Coded<TestSpec<double, Set::ball, 2, 16, 4, 2, true>, MediumStorage::index8>,
    Coded<TestSpec<double, Set::star, 4, 16, 4, 2, true>, MediumStorage::index16>>;
TYPED_TEST_SUITE(SweepOnEmulator, Specs);

TYPED_TEST(SweepOnEmulator, AgreesWithTheCpuBackendOnOddSizesInAnyThreadOrder) {
    const double tolerance = sizeof(typename TypeParam::Real) == 4 ? 2e-6 : 1e-14;
    for (const auto& halo : {mirrors, mixed, odd})
        for (const Extent extent : {Extent{37, 11, 9}, Extent{32, 5, 13}, Extent{9, 7, 6}})
            for (const std::uint64_t seed : {1u, 2u}) {
                if (std::min({extent.nx, extent.ny, extent.nz}) <= TypeParam::radius) continue;
                Case<TypeParam> test(extent, halo, 5);
                BlockEmulator emulator(seed);
                run(test, emulator);
                EXPECT_LE(test.error(), tolerance) << extent.nx << " seed " << seed;
            }
}

TYPED_TEST(SweepOnEmulator, GivesTheSameBitsHoweverTheGridIsCut) {
    Case<TypeParam> whole({21, 9, 14}, mixed, 14);
    Case<TypeParam> cut({21, 9, 14}, mixed, 4);
    BlockEmulator first(3);
    BlockEmulator second(4);
    run(whole, first);
    run(cut, second, 7);
    EXPECT_EQ(std::memcmp(whole.next.data(), cut.next.data(), whole.next.size() * sizeof whole.next[0]), 0);
}

template <class Spec>
std::vector<typename Spec::Real> field_after() {
    Case<Spec> test({45, 13, 14}, mixed, 5);
    BlockEmulator emulator(5);
    run(test, emulator);
    return {test.next.begin(), test.next.end()};
}

/// Tiles, rows per thread and staging decide time only, so that a profile of a GPU may choose them.
template <class Spec, class... Others>
void expect_the_same_bits() {
    const auto field = field_after<Spec>();
    const auto same = [&field](const auto& other) {
        return other.size() == field.size() &&
               std::memcmp(other.data(), field.data(), sizeof field[0] * field.size()) == 0;
    };
    EXPECT_TRUE((same(field_after<Others>()) && ...));
}

TEST(SweepTiles, GiveTheSameBits) {
    expect_the_same_bits<TestSpec<float, Set::star, 4, 32, 4, 2, true>, TestSpec<float, Set::star, 4, 16, 8, 1, false>,
                         TestSpec<float, Set::star, 4, 64, 6, 2, true>>();
    expect_the_same_bits<TestSpec<float, Set::box, 1, 16, 4, 1, true>, TestSpec<float, Set::box, 1, 32, 4, 2, false>>();
    expect_the_same_bits<TestSpec<double, Set::ball, 2, 16, 4, 2, true>,
                         TestSpec<double, Set::ball, 2, 32, 2, 1, true>>();
    expect_the_same_bits<Varying<TestSpec<float, Set::star, 2, 32, 4, 2, true>>,
                         Varying<TestSpec<float, Set::star, 2, 64, 2, 1, false>>>();
}

TYPED_TEST(SweepOnEmulator, NeedsEveryBarrier) {
    EXPECT_EQ(emulator::barriers_that_nobody_needs([](std::uint64_t seed, const PlantedFaults& faults) {
                  Case<TypeParam> test({37, 11, 9}, mirrors, 9);
                  BlockEmulator emulator(seed, faults);
                  run(test, emulator);
                  return test.error() > (sizeof(typename TypeParam::Real) == 4 ? 2e-6 : 1e-14);
              }),
              "");
}

TYPED_TEST(SweepOnEmulator, FindsAMissingWait) {
    Case<TypeParam> test({37, 11, 9}, mirrors, 9);
    BlockEmulator emulator(6, PlantedFaults{false, true});
    run(test, emulator);
    EXPECT_GT(test.error(), 1e-3);
}

TYPED_TEST(SweepOnEmulator, FindsAReadBeyondTheField) {
    Case<TypeParam> test({37, 11, 9}, mirrors, 9);
    test.arguments.nz += 1;  // one plane too many
    BlockEmulator emulator(7);
    EXPECT_THROW(run(test, emulator), Violation);
}

}  // namespace
}  // namespace wavesim
