// SPDX-License-Identifier: MIT
// The texture forms and the placements of 2.5D streaming, run thread by thread on the CPU and compared with the CPU
// backend on odd sizes, beyond every kind of side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "barrier_drops.hpp"
#include "emulated_case.hpp"
#include "form_of.hpp"
#include "stencils/gpu/per_node/stream25.cuh"
#include "stencils/gpu/per_node/texture.cuh"
#include "stencils/problem/regions.hpp"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::FormOf;
using emulator::PlantedFaults;
using emulator::Violation;

/// Points of a stencil as the run-time forms take them.
template <class Spec>
kernels::PointTable<typename Spec::Real> points_of(const Case<Spec>& test) {
    using Real = typename Spec::Real;
    kernels::PointTable<Real> table{};
    table.pairs = Spec::pairs;
    table.radius = Spec::radius;
    for (int k = 0; k < Spec::pairs; ++k) {
        const auto at = [k](int axis) { return Spec::offsets[static_cast<std::size_t>(3 * k + axis)]; };
        table.dx[k] = at(0), table.dy[k] = at(1), table.dz[k] = at(2);
        table.offset[k] = static_cast<int>(at(0) + test.pitch * (at(1) + test.n.ny * at(2)));
        table.weight[k] = Spec::weight(std::abs(at(0)), std::abs(at(1)), std::abs(at(2)));
    }
    return table;
}

struct Loop {
    template <class Spec>
    static void run(Case<Spec>& test, BlockEmulator& emulator) {
        test.arguments.chunk = Spec::tile_z;
        const auto points = points_of(test);
        using Kernel = kernels::TextureLoop<Spec>;
        test.run(emulator, Spec::tile_x, Spec::tile_y, Kernel::threads, Kernel::shared_bytes,
                 [&](const auto& arguments) { Kernel::run(arguments, points); });
    }
};
struct Factored {
    template <class Spec>
    static void run(Case<Spec>& test, BlockEmulator& emulator) {
        using Real = typename Spec::Real;
        test.arguments.chunk = Spec::tile_z;
        // Pairs in any order, a shell for every run of equal weights.
        const auto points = points_of(test);
        kernels::PointTable<Real> shells{};
        for (int k = 0; k < points.pairs; ++k) {
            if (k == 0 || points.weight[k] != points.weight[k - 1]) ++shells.pairs;
            shells.offset[shells.pairs - 1] = k + 1;
            shells.weight[shells.pairs - 1] = points.weight[k];
        }
        using Kernel = kernels::TextureFactored<Spec>;
        test.run(emulator, Spec::tile_x, Spec::tile_y, Kernel::threads, Kernel::shared_bytes,
                 [&](const auto& arguments) { Kernel::run(arguments, points, shells); });
    }
};
struct Leggy {
    template <class Spec>
    static void run(Case<Spec>& test, BlockEmulator& emulator) {
        test.arguments.chunk = Spec::tile_z;
        const auto points = points_of(test);
        kernels::PointTable<typename Spec::Real> arms{};
        arms.radius = Spec::radius;
        for (int m = 1; m <= Spec::radius; ++m) arms.weight[m] = Spec::weight(m, 0, 0);
        using Kernel = kernels::TextureLeggy<Spec>;
        test.run(emulator, Spec::tile_x, Spec::tile_y, Kernel::threads, 0,
                 [&](const auto& arguments) { Kernel::run(arguments, points, arms); });
    }
};
struct Unrolled {
    template <class Spec>
    static void run(Case<Spec>& test, BlockEmulator& emulator) {
        test.arguments.chunk = Spec::tile_z * Spec::rows;
        using Kernel = kernels::TextureUnrolled<Spec>;
        test.run(emulator, Spec::tile_x, Spec::tile_y, Kernel::threads, 0,
                 [](const auto& arguments) { Kernel::run(arguments); });
    }
};
template <template <class> class Kernel>
struct Stream {
    template <class Spec>
    static void run(Case<Spec>& test, BlockEmulator& emulator) {
        test.walk(emulator, Spec::tile_x, Spec::tile_y, Kernel<Spec>::threads, Kernel<Spec>::shared_bytes, 3, 2,
                  [](const auto& arguments) { Kernel<Spec>::run(arguments); });
    }
};

using Star1 = TestSpec<float, Set::star, 1, 32, 2, 4, false>;
using Box1 = TestSpec<double, Set::box, 1, 16, 4, 2, false>;
using Ball2 = TestSpec<double, Set::ball, 2, 32, 2, 3, false>;
using Star4 = TestSpec<float, Set::star, 4, 16, 4, 2, false>;
using Star8 = TestSpec<double, Set::star, 8, 16, 4, 1, false>;

template <class Types>
class FormOnEmulator : public ::testing::Test {};
using Forms = ::testing::Types<
    FormOf<Loop, Box1>, FormOf<Loop, Star8>, FormOf<Factored, Ball2>, FormOf<Factored, Varying<Box1>>,
    FormOf<Leggy, Star1>, FormOf<Leggy, Star4>, FormOf<Unrolled, Star1>, FormOf<Unrolled, Box1>,
    FormOf<Unrolled, Ball2>, FormOf<Unrolled, Star4>, FormOf<Unrolled, Star8>,
    FormOf<Stream<kernels::StreamGlobal>, Box1>, FormOf<Stream<kernels::StreamGlobal>, Star4>,
    FormOf<Stream<kernels::StreamRegister>, Star1>, FormOf<Stream<kernels::StreamRegister>, Ball2>,
    FormOf<Stream<kernels::StreamRegister>, Star8>, FormOf<Stream<kernels::StreamHybrid>, Box1>,
    FormOf<Stream<kernels::StreamHybrid>, Ball2>, FormOf<Stream<kernels::StreamHybrid>, Star4>,
    FormOf<Stream<kernels::StreamHybrid>, Star8>, FormOf<Stream<kernels::StreamShared>, Star1>,
    FormOf<Stream<kernels::StreamShared>, Ball2>, FormOf<Stream<kernels::StreamShared>, Star8>,
    FormOf<Loop, Varying<Box1>>, FormOf<Leggy, Varying<Star4>>, FormOf<Unrolled, Varying<Star4>>,
    FormOf<Unrolled, Varying<Ball2>>, FormOf<Stream<kernels::StreamGlobal>, Varying<Box1>>,
    FormOf<Stream<kernels::StreamRegister>, Varying<Ball2>>, FormOf<Stream<kernels::StreamHybrid>, Varying<Star4>>,
    FormOf<Stream<kernels::StreamShared>, Varying<Star1>>, FormOf<Loop, Coded<Box1, MediumStorage::int16>>,
    FormOf<Unrolled, Coded<Star4, MediumStorage::index8>>,
    FormOf<Stream<kernels::StreamHybrid>, Coded<Star4, MediumStorage::index16>>>;
TYPED_TEST_SUITE(FormOnEmulator, Forms);

TYPED_TEST(FormOnEmulator, AgreesWithTheCpuBackendOnOddSizesInAnyThreadOrder) {
    using Spec = typename TypeParam::Spec;
    for (const auto& halo : {mirrors, mixed, odd})
        for (const Extent extent : {Extent{71, 11, 9}, Extent{32, 10, 23}, Extent{9, 9, 10}})
            for (const std::uint64_t seed : {1u, 2u}) {
                Case<Spec> test(extent, halo, 5);
                BlockEmulator emulator(seed);
                TypeParam::Form::template run<Spec>(test, emulator);
                EXPECT_LE(test.error(), TypeParam::tolerance) << extent.nx << " seed " << seed;
            }
}

TYPED_TEST(FormOnEmulator, FindsAReadBeyondTheField) {
    Case<typename TypeParam::Spec> test({37, 11, 19}, mirrors, 9);
    test.arguments.nz += 1;  // one plane too many
    BlockEmulator emulator(7);
    EXPECT_THROW(TypeParam::Form::template run<typename TypeParam::Spec>(test, emulator), Violation);
}

template <class Types>
class BoxOnEmulator : public ::testing::Test {};
using BoxedForms = ::testing::Types<
    FormOf<Loop, Boxed<Box1>>, FormOf<Factored, Boxed<Ball2>>, FormOf<Leggy, Boxed<Star4>>,
    FormOf<Unrolled, Boxed<Star1>>, FormOf<Unrolled, Boxed<Star4>>, FormOf<Unrolled, Boxed<Varying<Ball2>>>,
    FormOf<Stream<kernels::StreamGlobal>, Boxed<Box1>>, FormOf<Stream<kernels::StreamRegister>, Boxed<Ball2>>,
    FormOf<Stream<kernels::StreamHybrid>, Boxed<Star4>>, FormOf<Stream<kernels::StreamShared>, Boxed<Star1>>>;
TYPED_TEST_SUITE(BoxOnEmulator, BoxedForms);

/// A node that two launches move, or none, would be off by far more than rounding.
TYPED_TEST(BoxOnEmulator, BoxesOfACutGridMakeTheWhole) {
    using Spec = typename TypeParam::Spec;
    for (const auto& halo : {mirrors, mixed, odd}) {
        const Extent extent{71, 23, 19};
        Case<Spec> test(extent, halo, 5);
        const int chunk = test.arguments.chunk;
        const CutGrid cut = cut_grid(extent, {16, 11, 4, 7, 3, 5});
        std::vector<NodeBox> boxes{cut.inner};
        for (const auto& slabs : cut.slabs) boxes.insert(boxes.end(), slabs.begin(), slabs.end());
        ASSERT_EQ(boxes.size(), 7U);
        for (const NodeBox& box : boxes) {
            test.take_box(box);
            test.arguments.chunk = chunk;
            BlockEmulator emulator(3);
            TypeParam::Form::template run<Spec>(test, emulator);
        }
        EXPECT_LE(test.error(), TypeParam::tolerance);
    }
}

template <class Types>
class SharedFormOnEmulator : public ::testing::Test {};
using SharedForms =
    ::testing::Types<FormOf<Stream<kernels::StreamHybrid>, Ball2>, FormOf<Stream<kernels::StreamShared>, Star1>,
                     FormOf<Loop, Ball2>, FormOf<Factored, Ball2>>;
TYPED_TEST_SUITE(SharedFormOnEmulator, SharedForms);

TYPED_TEST(SharedFormOnEmulator, NeedsEveryBarrier) {
    EXPECT_EQ(emulator::barriers_that_nobody_needs([](std::uint64_t seed, const PlantedFaults& faults) {
                  Case<typename TypeParam::Spec> test({37, 11, 9}, mirrors, 9);
                  BlockEmulator emulator(seed, faults);
                  TypeParam::Form::template run<typename TypeParam::Spec>(test, emulator);
                  return test.error() > (sizeof(typename TypeParam::Spec::Real) == 4 ? 2e-6 : 1e-14);
              }),
              "");
}

}  // namespace
}  // namespace wavesim
