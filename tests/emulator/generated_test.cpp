// SPDX-License-Identifier: MIT
// Text that the program generates for the run-time compiler, run on the emulator: weights, offsets and sizes of a Spec
// are those of the stencil, as the CPU backend has it.
#include <gtest/gtest.h>

#include "wave_specs.hpp"

namespace wavesim {
namespace {

template <class One>
class GeneratedText : public ::testing::Test {};
TYPED_TEST_SUITE(GeneratedText, WaveCases);

TYPED_TEST(GeneratedText, ComputesTheStencil) {
    using Spec = typename TypeParam::Spec;
    const double tolerance = sizeof(typename Spec::Real) == 4 ? 2e-6 : 1e-14;
    for (const auto& halo : {mirrors, mixed}) {
        Case<Spec> test({37, 11, 9}, halo, 5);
        emulator::BlockEmulator emulator(3);
        TypeParam::run(test, emulator);
        EXPECT_LE(test.error(), tolerance);
    }
    EXPECT_EQ(Spec::radius, radius(Spec::stencil()));
    EXPECT_EQ(2 * Spec::pairs + 1, point_count(Spec::stencil()));
}

}  // namespace
}  // namespace wavesim
