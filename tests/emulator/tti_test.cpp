// SPDX-License-Identifier: MIT
// The kernels of TTI media on the block emulator against the operators written out node by node.
#include <gtest/gtest.h>

#include <numeric>

#include "barrier_drops.hpp"
#include "emulated_tti.hpp"

namespace wavesim {
namespace {

using emulator::difference;
using emulator::LayerMemory;
using emulator::PlantedFaults;
using emulator::step;
using test::TwoFields;

template <class Real, bool flat>
double error_of(TtiForm form) {
    const Extent extent = flat ? Extent{41, 1, 21} : Extent{37, 9, 23};
    TtiProblem problem = test::random_tti(extent, form, 4);
    problem.precision = sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
    const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
    const TwoFields before{test::random_field(extent, 3), test::random_field(extent, 4)};
    return difference(step<Real, flat>(problem, now, before), test::TtiOperators(problem).step(now, before));
}

TEST(TtiOnEmulator, StepsAsTheFormulasSay) {
    for (const TtiForm form : {TtiForm::k73, TtiForm::self_adjoint}) {
        EXPECT_LT((error_of<double, false>(form)), 1e-14);
        EXPECT_LT((error_of<double, true>(form)), 1e-14);
        EXPECT_LT((error_of<float, false>(form)), 5e-6);
    }
}

template <class Real, bool flat, emulator::Passes passes = emulator::Passes::two>
double layer_error(const Extent& extent = flat ? Extent{41, 1, 21} : Extent{37, 19, 23}) {
    TtiProblem problem = test::random_tti(extent, TtiForm::self_adjoint, 5);
    problem.precision = sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
    test::add_random_layers(problem, 6);
    LayerMemory<Real> memory;
    test::TtiLayerMemory expected_memory(problem);
    std::array<TwoFields, 2> levels;
    for (unsigned i = 0; i < 4; ++i) levels[i / 2][i % 2] = test::random_field(extent, i);
    std::array<TwoFields, 2> expected = levels;
    for (std::size_t n = 0; n < 3; ++n) {
        levels[n % 2] = step<Real, flat, true, passes>(problem, levels[1 - n % 2], levels[n % 2], {}, &memory);
        expected[n % 2] = test::TtiOperators(problem).step(expected[1 - n % 2], expected[n % 2], &expected_memory);
    }
    return difference(levels[0], expected[0]);
}

TEST(TtiOnEmulator, AbsorbsInLayers) {
    EXPECT_LT((layer_error<double, false>()), 1e-14);
    EXPECT_LT((layer_error<double, true>()), 1e-14);
    EXPECT_LT((layer_error<float, false>()), 1e-5);
    EXPECT_LT((layer_error<float, false>({81, 78, 13})), 1e-5);  // with a tile inside all layers
}

/// The inner box in one pass between slabs in two; here of 24 x 17 x 14 nodes.
TEST(TtiOnEmulator, AbsorbsInSlabsAroundAnInnerBox) {
    constexpr Extent extent{57, 43, 40};
    TtiProblem problem = test::random_tti(extent, TtiForm::self_adjoint, 5);
    test::add_random_layers(problem, 6);
    ASSERT_FALSE(tti_boxes(problem, TtiRegion::inner).empty());
    EXPECT_LT((layer_error<double, false, emulator::Passes::cut>(extent)), 1e-14);
    EXPECT_LT((layer_error<float, false, emulator::Passes::cut>(extent)), 1e-5);
}

TEST(TtiOnEmulator, FindsAMissingBarrierAndAMissingWait) {
    for (const TtiForm form : {TtiForm::k73, TtiForm::self_adjoint}) {
        const Extent extent{37, 9, 23};
        const TtiProblem problem = test::random_tti(extent, form, 4);
        const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
        const TwoFields right = step<double, false>(problem, now, now);

        EXPECT_GT(difference(step<double, false>(problem, now, now, {true, false}), right), 1e-3);
        EXPECT_GT(difference(step<double, false>(problem, now, now, {false, true}), right), 1e-3);
    }
}

TEST(TtiOnEmulator, NeedsEveryBarrier) {
    for (const TtiForm form : {TtiForm::k73, TtiForm::self_adjoint}) {
        const Extent extent{37, 9, 23};
        const TtiProblem problem = test::random_tti(extent, form, 4);
        const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
        const TwoFields right = step<double, false>(problem, now, now);
        EXPECT_EQ(emulator::barriers_that_nobody_needs([&](std::uint64_t seed, const PlantedFaults& faults) {
                      return difference(step<double, false>(problem, now, now, faults, nullptr, seed), right) > 1e-3;
                  }),
                  "");
    }
}

template <class Real>
TwoFields in_one_pass(const TtiProblem& problem, const TwoFields& now, const TwoFields& before,
                      const PlantedFaults& faults = {}, std::uint64_t seed = 5) {
    return step<Real, false, false, emulator::Passes::one>(problem, now, before, faults, nullptr, seed);
}

/// Grids that end inside tiles, thin ones, and columns cut into chunks; a sponge.
TEST(TtiOnEmulator, MovesInOnePassAsTheFormulasSay) {
    for (const Extent& extent : {Extent{37, 41, 23}, Extent{70, 9, 5}, Extent{33, 34, 2}}) {
        TtiProblem problem = test::random_tti(extent, TtiForm::self_adjoint, 4);
        const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
        const TwoFields before{test::random_field(extent, 3), test::random_field(extent, 4)};
        const TwoFields expected = test::TtiOperators(problem).step(now, before);
        EXPECT_LT(difference(in_one_pass<double>(problem, now, before), expected), 1e-14);
        problem.precision = Precision::float32;
        EXPECT_LT(difference(in_one_pass<float>(problem, now, before), expected), 5e-6);
        for (std::size_t d = 0; d < 3; ++d)
            for (std::int64_t i = 0; i < extent.along(static_cast<int>(d)); ++i)
                problem.tti.damping[d].push_back(i < 3 ? 0.1F * static_cast<float>(3 - i) : 0.0F);
        EXPECT_LT(difference(in_one_pass<float>(problem, now, before), step<float, false>(problem, now, before)), 5e-6);
    }
}

/// G of both fields, from a step of a field that rests: u - u+ = C G u with C = factor [[h, r], [r, 1]].
TwoFields stiffness_of(const TtiProblem& problem, const TwoFields& u) {
    TwoFields stiffness = in_one_pass<double>(problem, u, u);
    const auto parameters = emulator::parameters_of<double>(problem, tti_device_layout(problem));
    const DeviceLayout layout = tti_device_layout(problem);
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto there = static_cast<std::size_t>(layout.origin + layout.offset(i));
        const double factor = parameters[0][there], straight = parameters[1][there], cross = parameters[2][there];
        const double h = u[0][at] - stiffness[0][at], v = u[1][at] - stiffness[1][at];
        const double determinant = straight * factor - cross * cross;
        stiffness[0][at] = (factor * h - cross * v) / determinant;
        stiffness[1][at] = (straight * v - cross * h) / determinant;
    }
    return stiffness;
}

TEST(TtiOnEmulator, OnePassIsSymmetricAndTakesNoEnergy) {
    const Extent extent{37, 35, 12};
    const TtiProblem problem = test::random_tti(extent, TtiForm::self_adjoint, 4);
    const TwoFields a{test::random_field(extent, 1), test::random_field(extent, 2)};
    const TwoFields b{test::random_field(extent, 3), test::random_field(extent, 4)};
    const TwoFields of_a = stiffness_of(problem, a), of_b = stiffness_of(problem, b);
    for (std::size_t f = 0; f < 2; ++f) {
        const auto dot = [](const test::Field& u, const test::Field& v) {
            return std::inner_product(u.begin(), u.end(), v.begin(), 0.0);
        };
        const double size = std::sqrt(dot(of_a[f], of_a[f]) * dot(b[f], b[f]));
        EXPECT_GT(std::abs(dot(b[f], of_a[f])), 1e-4 * size);
        EXPECT_LT(std::abs(dot(b[f], of_a[f]) - dot(a[f], of_b[f])), 1e-14 * size);
        EXPECT_GT(dot(a[f], of_a[f]), 0);
    }
}

/// A field that is constant but for what lies outside: nothing moves more than 8 nodes inside, to the last bit.
TEST(TtiOnEmulator, OnePassLeavesAConstantFieldAsItIs) {
    const Extent extent{37, 35, 21};
    TtiProblem problem = test::random_tti(extent, TtiForm::self_adjoint, 4);
    problem.precision = Precision::float32;
    const std::vector<double> constant(static_cast<std::size_t>(extent.nodes()), 0.3F);
    const TwoFields moved = in_one_pass<float>(problem, {constant, constant}, {constant, constant});
    for (std::int64_t i = 0; i < extent.nodes(); ++i) {
        const Node n = node_at(extent, i);
        if (std::min({n.x, n.y, n.z, extent.nx - 1 - n.x, extent.ny - 1 - n.y, extent.nz - 1 - n.z}) < 8) continue;
        for (std::size_t f = 0; f < 2; ++f) ASSERT_EQ(moved[f][static_cast<std::size_t>(i)], constant[0]);
    }
}

/// A tile whose column three blocks share, so that some start amid the grid.
TEST(TtiOnEmulator, OnePassNeedsEveryBarrierAndWait) {
    const Extent extent{29, 9, 23};
    TtiProblem problem = test::random_tti(extent, TtiForm::self_adjoint, 4);
    problem.precision = Precision::float32;
    const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
    const TwoFields right = in_one_pass<float>(problem, now, now);
    EXPECT_GT(difference(in_one_pass<float>(problem, now, now, {false, true}), right), 1e-3);
    EXPECT_EQ(emulator::barriers_that_nobody_needs([&](std::uint64_t seed, const PlantedFaults& faults) {
                  return difference(in_one_pass<float>(problem, now, now, faults, seed), right) > 1e-3;
              }),
              "");
}

/// All of them use what they read before the barrier after which a copy fills its place again: the last thing that they
/// do with a place goes to memory or into sums there.
TEST(TtiOnEmulator, FillsPlacesAgainAfterTheirLastRead) {
    const Extent extent{29, 9, 23};
    const auto fewest = [&](TtiForm form, auto passes, bool no_barriers = false) {
        TtiProblem problem = test::random_tti(extent, form, 4);
        problem.precision = Precision::float32;
        const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
        int barriers = 100;
        step<float, false, false, decltype(passes)::value>(
            problem, now, now, {.no_barriers = no_barriers, .barriers_before_refill = &barriers});
        return barriers;
    };
    using OnePass = std::integral_constant<emulator::Passes, emulator::Passes::one>;
    using TwoPasses = std::integral_constant<emulator::Passes, emulator::Passes::two>;
    EXPECT_EQ(fewest(TtiForm::self_adjoint, OnePass{}), 1);
    EXPECT_EQ(fewest(TtiForm::self_adjoint, TwoPasses{}), 1);
    EXPECT_EQ(fewest(TtiForm::k73, TwoPasses{}), 1);
    EXPECT_EQ(fewest(TtiForm::self_adjoint, OnePass{}, true), 0);
}

TEST(TtiOnEmulator, DampsByTheSponge) {
    const Extent extent{35, 5, 9};
    TtiProblem problem = test::uniform_tti(extent, TtiForm::k73, 0.2, 0.1, {0.5, 0.3});
    const TwoFields now{test::random_field(extent, 1), test::random_field(extent, 2)};
    const TwoFields before{test::random_field(extent, 3), test::random_field(extent, 4)};
    const TwoFields free = step<double, false>(problem, now, before);
    for (std::size_t d = 0; d < 3; ++d)
        for (std::int64_t i = 0; i < extent.along(static_cast<int>(d)); ++i)
            problem.tti.damping[d].push_back(i < 3 ? 0.1F * static_cast<float>(3 - i) : 0.0F);

    const TwoFields damped = step<double, false>(problem, now, before);

    TwoFields expected = free;
    for (std::int64_t i = 0; i < extent.nodes(); ++i) {
        const Node node = node_at(extent, i);
        const auto at = static_cast<std::size_t>(i);
        const auto value = [&](std::size_t d, std::int64_t k) {
            return static_cast<double>(problem.tti.damping[d][static_cast<std::size_t>(k)]);
        };
        const double g = value(0, node.x) + value(1, node.y) + value(2, node.z);
        for (std::size_t f = 0; f < 2; ++f) {
            const double change = free[f][at] - 2 * now[f][at] + before[f][at];
            expected[f][at] = (2 * (1 - g * g / 4) * now[f][at] - (1 - g / 2) * (1 - g / 2) * before[f][at] + change) /
                              ((1 + g / 2) * (1 + g / 2));
        }
    }
    EXPECT_LT(difference(damped, expected), 1e-13);
    EXPECT_GT(difference(damped, free), 1e-3);
}

}  // namespace
}  // namespace wavesim
