// SPDX-License-Identifier: MIT
// Texts of whole steps in one launch, of the passes after a bulk step and of fields that stay on chip, as the run-time
// compiler gets them, run on the emulator (tests/program_specs/write_kernel_texts.cpp).
#include <gtest/gtest.h>

#include "emulated_chip.hpp"
#include "generated_case.hpp"
#include "kernel_texts/resident.hpp"
#include "kernel_texts/whole_steps.hpp"

namespace wavesim {
namespace {

struct LeggySwept : kernels::step_leggy_swept::Spec {
    static void enter(const auto& a) { kernels::step_leggy_swept::wavesim_bulk(a); }
};
struct LeggyStep : kernels::step_leggy::Spec {
    using BySweep = LeggySwept;
    static KernelTile tile() { return {tile_x, tile_y, tile_z, rows}; }
    static Stencil stencil() { return scaled("leggy-1", 0.5); }
    static void enter(const auto& a) { kernels::step_leggy::wavesim_whole_step(a); }
    static void enter_passes(const auto& a) { kernels::support_single::wavesim_passes(a); }
};
struct BoxSwept : kernels::step_box_swept::Spec {
    static void enter(const auto& a) { kernels::step_box_swept::wavesim_bulk(a); }
};
struct BoxStep : kernels::step_box::Spec {
    using BySweep = BoxSwept;
    static KernelTile tile() { return {tile_x, tile_y, tile_z, rows}; }
    static Stencil stencil() { return scaled("compact-27-iwb", 0.6); }
    static void enter(const auto& a) { kernels::step_box::wavesim_whole_step(a); }
    static void enter_passes(const auto& a) { kernels::support_double::wavesim_passes(a); }
};

template <class Spec>
class GeneratedStep : public ::testing::Test {};
using StepTexts = ::testing::Types<LeggyStep, BoxStep>;
TYPED_TEST_SUITE(GeneratedStep, StepTexts);

TYPED_TEST(GeneratedStep, IsThatOfTheCpuBackendWithTheBitsOfTheSweep) {
    compare_whole_steps<TypeParam>({23, 13, 11}, mirrors);
    compare_whole_steps<TypeParam>({67, 11, 7}, odd);
}

struct ChipSwept : kernels::chip_step_swept::Spec {};
struct ChipStep : kernels::chip_step::Spec {
    using BySweep = ChipSwept;
    static KernelTile tile() { return {tile_x, tile_y, tile_z, rows}; }
    static Stencil stencil() { return scaled("leggy-1", 0.5); }
    static void enter(const auto& a) { kernels::chip_step::wavesim_whole_step(a); }
};
struct Chip : kernels::chip::Spec {
    static ResidentTiling tiling() { return {{23, 13, 11}, false, 3, 2}; }
    static SideRules sides() {
        using enum HaloRule;
        return {mirror_whole, mirror_half, mirror_half, mirror_whole, mirror_whole, mirror_half};
    }
    static Stencil stencil() { return scaled("leggy-1", 0.5); }
    static void enter(const auto& a) { kernels::chip::wavesim_resident(a); }
};

/// Launches of 1, 5 and 3 steps: the bits of one launch per step, which is compared with the CPU backend above.
TEST(GeneratedChip, HasTheBitsOfOneLaunchPerStep) {
    constexpr int steps = 9;
    const ScalarProblem problem = room_on_chip<Chip>(17);
    const std::vector<double> start = noise_on_chip<Chip>(problem);
    StepRun<ChipStep> single(problem, start, whole_step_blocks(ChipStep::tile(), problem.extent), steps);
    single.in_one_launch(steps, 5, {});
    ChipRun<Chip> chip(problem, start, steps);
    for (const int together : {1, 5, 3}) chip.launch(together, 6);
    EXPECT_EQ(chip.step, steps);
    EXPECT_EQ(other_bits(chip.fields, single.fields), 0);
    EXPECT_EQ(chip.lists.traces, single.lists.traces);
}

}  // namespace
}  // namespace wavesim
