// SPDX-License-Identifier: MIT
// Texts of the kernels of absorbing layers, as the run-time compiler gets them, run on the emulator
// (tests/program_specs/write_kernel_texts.cpp) and compared with the definition of layers.
#include <gtest/gtest.h>

#include "emulated_layers.hpp"
#include "kernel_texts/layers.hpp"

namespace wavesim {
namespace {

struct Far : kernels::layers_far::Spec {
    static constexpr int axes = 7;
    static void enter(int axis, const auto& a) { kernels::layers_far::run(axis, a); }
};
struct Averaged : kernels::layers_averaged::Spec {
    static constexpr int axes = 3;
    static void enter(int axis, const auto& a) { kernels::layers_averaged::run(axis, a); }
};
struct Meeting : kernels::layers_that_meet::Spec {
    static constexpr int axes = 7;
    static void enter(int axis, const auto& a) { kernels::layers_that_meet::run(axis, a); }
};

TEST(GeneratedLayers, AgreeWithTheirDefinition) {
    expect_definition_of_layers<Far>({39, 17, 18}, {6, 5, 4, 5, 5, 4});
    expect_definition_of_layers<Averaged>({40, 9, 5}, {5, 3, 2, 0, 0, 0});
    expect_definition_of_layers<Meeting>({19, 19, 15}, {6, 6, 6, 6, 5, 5});
}

}  // namespace
}  // namespace wavesim
