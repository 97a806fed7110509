// SPDX-License-Identifier: MIT
// Texts of the kernels of TTI media, as the run-time compiler gets them, run on the emulator
// (tests/program_specs/write_kernel_texts.cpp) and compared with the operators written out node by node.
#include <gtest/gtest.h>

#include "emulated_tti.hpp"
#include "kernel_texts/tti.hpp"

namespace wavesim {
namespace {

using test::TwoFields;

/// Three steps of the kernels that a plan would take, by the text that it would have compiled.
template <class Real>
double error_of(const Extent& extent, TtiForm form, bool layered, TtiPasses passes, std::size_t kernels,
                void (*enter)(const std::string&, const kernels::TtiArguments<Real>&)) {
    TtiProblem problem = test::random_tti(extent, form, 5);
    problem.precision = sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
    if (layered) test::add_random_layers(problem, 6);
    emulator::LayerMemory<Real> memory;
    test::TtiLayerMemory expected_memory(problem);
    std::array<TwoFields, 2> levels;
    for (unsigned i = 0; i < 4; ++i) levels[i / 2][i % 2] = test::random_field(extent, i);
    std::array<TwoFields, 2> expected = levels;
    const std::vector<TtiKernel> list = tti_kernels(problem, most_shared_bytes, passes);
    EXPECT_EQ(list.size(), kernels);
    for (std::size_t n = 0; n < 3; ++n) {
        emulator::EmulatedStep<Real> step(problem, levels[1 - n % 2], levels[n % 2], {}, &memory, 5);
        for (const TtiKernel& kernel : list)
            step.launch(
                kernel, [&](const auto& arguments) { enter(kernel.name, arguments); }, kernel.region);
        levels[n % 2] = step.result();
        expected[n % 2] = test::TtiOperators(problem).step(expected[1 - n % 2], expected[n % 2],
                                                           layered ? &expected_memory : nullptr);
    }
    return emulator::difference(levels[0], expected[0]);
}

TEST(GeneratedTti, StepsAsTheFormulasSay) {
    constexpr TtiPasses usual = TtiPasses::fewest_seconds, one = TtiPasses::one;
    EXPECT_LT(error_of({37, 9, 23}, TtiForm::k73, false, usual, 1, kernels::k73_sweep::run), 1e-5);
    EXPECT_LT(error_of({41, 1, 21}, TtiForm::k73, false, usual, 1, kernels::k73_plane::run), 1e-14);
    EXPECT_LT(error_of({37, 19, 23}, TtiForm::self_adjoint, true, usual, 3, kernels::two_passes::run), 1e-14);
    EXPECT_LT(error_of({41, 1, 21}, TtiForm::self_adjoint, true, usual, 2, kernels::plane_with_layers::run), 1e-14);
    EXPECT_LT(error_of({37, 41, 23}, TtiForm::self_adjoint, false, one, 1, kernels::one_pass::run), 1e-5);
}

/// The inner box in one pass between slabs in two.
TEST(GeneratedTti, StepsBetweenLayersInOnePass) {
    EXPECT_LT(error_of({57, 43, 40}, TtiForm::self_adjoint, true, TtiPasses::one, 5, kernels::inner_box::run), 1e-5);
}

}  // namespace
}  // namespace wavesim
