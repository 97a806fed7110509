// SPDX-License-Identifier: MIT
// Semi-stencils, run thread by thread on the CPU and compared with the CPU backend on odd sizes, beyond every kind of
// side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "barrier_drops.hpp"
#include "emulated_case.hpp"
#include "form_of.hpp"
#include "stencils/gpu/semi/semi.cuh"
#include "stencils/problem/regions.hpp"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::FormOf;
using emulator::PlantedFaults;
using emulator::Violation;

/// The same in blocks of so many planes.
template <class Constant, int planes>
struct Deep : Constant {
    static constexpr int tile_z = planes;
};

struct Cube {
    template <class Spec>
    using Kernel = kernels::SemiCube<Spec>;
    template <class Spec>
    static void run(Case<Spec>& test, BlockEmulator& emulator) {
        test.arguments.chunk = Spec::tile_z;
        test.run(emulator, Spec::tile_x, Spec::tile_y, Kernel<Spec>::threads, Kernel<Spec>::shared_bytes,
                 [](const auto& arguments) { Kernel<Spec>::run(arguments); });
    }
};
template <template <class> class K>
struct Walk {
    template <class Spec>
    static void run(Case<Spec>& test, BlockEmulator& emulator) {
        test.walk(emulator, Spec::tile_x, Spec::tile_y, K<Spec>::threads, K<Spec>::shared_bytes, 3, 3,
                  [](const auto& arguments) { K<Spec>::run(arguments); });
    }
};
template <class Spec>
struct Plain : kernels::SemiPlain<Spec> {};
template <class Spec>
struct Buffered : kernels::SemiBuffered<Spec> {};
template <class Spec>
struct Copied : kernels::SemiCopied<Spec> {};
template <class Spec>
struct Folded : kernels::SemiFolded<Spec> {};

using Star1 = TestSpec<float, Set::star, 1, 32, 2, 1, false>;
using Star3 = TestSpec<double, Set::star, 3, 16, 4, 1, false>;
using Star4 = TestSpec<float, Set::star, 4, 16, 4, 1, false>;
using Star8 = TestSpec<double, Set::star, 8, 16, 2, 1, false>;

template <class Types>
class SemiOnEmulator : public ::testing::Test {};
using Forms =
    ::testing::Types<FormOf<Cube, Deep<Star1, 3>>, FormOf<Cube, Deep<Star3, 2>>, FormOf<Cube, Varying<Deep<Star4, 4>>>,
                     FormOf<Walk<Plain>, Star1>, FormOf<Walk<Plain>, Star3>, FormOf<Walk<Plain>, Varying<Star4>>,
                     FormOf<Walk<Buffered>, Star1>, FormOf<Walk<Buffered>, Star3>,
                     FormOf<Walk<Buffered>, Varying<Star4>>, FormOf<Walk<Copied>, Star1>, FormOf<Walk<Copied>, Star3>,
                     FormOf<Walk<Copied>, Coded<Star4, MediumStorage::int16>>, FormOf<Walk<Copied>, Star8>,
                     FormOf<Walk<Folded>, Star1>, FormOf<Walk<Folded>, Star3>, FormOf<Walk<Folded>, Varying<Star4>>,
                     FormOf<Walk<Folded>, Star8>>;
TYPED_TEST_SUITE(SemiOnEmulator, Forms);

TYPED_TEST(SemiOnEmulator, AgreesWithTheCpuBackendOnOddSizesInAnyThreadOrder) {
    for (const auto& halo : {mirrors, mixed, odd})
        for (const Extent extent : {Extent{71, 11, 9}, Extent{32, 10, 23}, Extent{9, 9, 10}})
            for (const std::uint64_t seed : {1u, 2u}) {
                Case<typename TypeParam::Spec> test(extent, halo, 6);
                BlockEmulator emulator(seed);
                TypeParam::Form::run(test, emulator);
                EXPECT_LE(test.error(), TypeParam::tolerance) << extent.nx << " seed " << seed;
            }
}

TYPED_TEST(SemiOnEmulator, FindsAReadBeyondTheField) {
    Case<typename TypeParam::Spec> test({37, 11, 19}, mirrors, 9);
    test.arguments.nz += 1;  // one plane too many
    BlockEmulator emulator(7);
    EXPECT_THROW(TypeParam::Form::run(test, emulator), Violation);
}

TYPED_TEST(SemiOnEmulator, NeedsEveryBarrier) {
    EXPECT_EQ(emulator::barriers_that_nobody_needs([](std::uint64_t seed, const PlantedFaults& faults) {
                  Case<typename TypeParam::Spec> test({37, 11, 23}, mirrors, 12);
                  BlockEmulator emulator(seed, faults);
                  TypeParam::Form::run(test, emulator);
                  return test.error() > TypeParam::tolerance;
              }),
              "");
}

template <class Types>
class SemiBoxOnEmulator : public ::testing::Test {};
using BoxedForms = ::testing::Types<FormOf<Cube, Boxed<Deep<Star4, 3>>>, FormOf<Walk<Plain>, Boxed<Star3>>,
                                    FormOf<Walk<Buffered>, Boxed<Star4>>, FormOf<Walk<Copied>, Boxed<Varying<Star4>>>,
                                    FormOf<Walk<Folded>, Boxed<Star3>>>;
TYPED_TEST_SUITE(SemiBoxOnEmulator, BoxedForms);

/// A node that two launches move, or none, would be off by far more than rounding.
TYPED_TEST(SemiBoxOnEmulator, BoxesOfACutGridMakeTheWhole) {
    for (const auto& halo : {mirrors, mixed, odd}) {
        const Extent extent{71, 23, 19};
        Case<typename TypeParam::Spec> test(extent, halo, 5);
        const CutGrid cut = cut_grid(extent, {16, 11, 4, 7, 3, 5});
        std::vector<NodeBox> boxes{cut.inner};
        for (const auto& slabs : cut.slabs) boxes.insert(boxes.end(), slabs.begin(), slabs.end());
        ASSERT_EQ(boxes.size(), 7U);
        for (const NodeBox& box : boxes) {
            test.take_box(box);
            test.arguments.chunk = 5;
            BlockEmulator emulator(3);
            TypeParam::Form::run(test, emulator);
        }
        EXPECT_LE(test.error(), TypeParam::tolerance);
    }
}

/// What a step has read of a plane is added up before the barrier, after which copies of the next plane but one start.
TEST(SemiCopied, RefillsAPlaneOneBarrierAfterItsLastRead) {
    const auto fewest = [](bool no_barriers) {
        Case<Star4> test({37, 11, 23}, mirrors, 12);
        int barriers = 100;
        BlockEmulator emulator(5, {.no_barriers = no_barriers, .barriers_before_refill = &barriers});
        Walk<Copied>::run(test, emulator);
        return barriers;
    };
    EXPECT_EQ(fewest(false), 1);
    EXPECT_EQ(fewest(true), 0);
}

}  // namespace
}  // namespace wavesim
