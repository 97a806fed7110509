// SPDX-License-Identifier: MIT
#include "solvers/accuracy/radiated_level.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;
using test::cell;

constexpr std::array<double, 3> axis{1, 0, 0};
const std::array<double, 3> diagonal{std::sqrt(1.0 / 3), std::sqrt(1.0 / 3), std::sqrt(1.0 / 3)};
const std::array<double, 3> flat_diagonal{std::sqrt(0.5), 0, std::sqrt(0.5)};

TEST(RadiatedLevel, OfTheSevenPointsFocusesAlongTheDiagonals) {
    const Stencil stencil = make_stencil("leggy-1", 3);
    for (const double points : {5.0, 7.0, 10.0, 25.0}) {
        EXPECT_NEAR(radiated_level(stencil, 0.57, points, axis, false), 1, 1e-5);
        EXPECT_NEAR(radiated_level(stencil, 0.57, points, diagonal, false),
                    1 / std::cos(2 * pi / points / std::sqrt(3)), 1e-5);
    }
    EXPECT_TRUE(std::isinf(radiated_level(stencil, 0.57, 2.2, diagonal, false)));  // beyond the caustic
}

TEST(RadiatedLevel, OfSixthOrderWithTheAverageIsRight) {
    const Stencil stencil = make_stencil("compact-123-me6", 3, 0.9);
    EXPECT_NEAR(radiated_level(stencil, 0.9, 8, axis, true), 1, 2e-3);
    EXPECT_NEAR(radiated_level(stencil, 0.9, 8, diagonal, true), 1, 2e-3);
    const double turn = 0.9 * 2 * pi / 8;
    EXPECT_NEAR(radiated_level(stencil, 0.9, 8, axis, false), turn / std::sin(turn), 2e-3);
}

/// With three points per wavelength this stencil has a second wave along diagonals of faces, with 3.5 it has not.
TEST(RadiatedLevel, IsWithoutBoundWhereShorterWavesHaveTheSameFrequency) {
    const Stencil stencil = make_stencil("compact-123-me6", 3);
    EXPECT_TRUE(std::isinf(radiated_level(stencil, 0.966, 3, axis, true)));
    EXPECT_TRUE(std::isinf(radiated_level(stencil, 0.966, 3, flat_diagonal, true)));
    EXPECT_NEAR(radiated_level(stencil, 0.966, 3.5, axis, true), 1, 0.1);
}

/// Amplitude of a tone at a receiver over that of the exact solution, once the tone stands.
double measured_level(int dims, const std::string& stencil, double points, double away, bool averaged) {
    const std::int64_t n = dims == 2 ? 240 : 90;
    Scene scene = test::box_scene({n, dims == 2 ? 1 : n, n}, stencil, 0.0);
    const double middle = static_cast<double>(n / 2);
    const double frequency = test::sound_speed / (points * cell);
    scene.duration_s = (away + static_cast<double>(n)) / 2 * cell / test::sound_speed * 1.2;
    SourceRequest source = test::ricker(test::node(middle, dims == 2 ? 0 : middle, middle), points);
    source.signal.kind = SignalKind::sine;
    source.signal.frequency_hz = frequency;
    source.time_filter = averaged ? TimeFilter::on : TimeFilter::off;
    scene.sources = {source};
    scene.grid.max_frequency_hz.reset();
    const double step = away / std::sqrt(dims == 2 ? 2.0 : 3.0);
    scene.receivers = {
        test::receiver("on the diagonal", test::node(middle + step, dims == 2 ? 0 : middle + step, middle + step))};
    scene.outputs.compare = ExactReference::free_field;
    const Plan plan = test::plan_of(scene, Precision::float64);
    const std::vector<double> recorded = test::run(plan);
    const Comparison comparison = compare_with_exact(plan, recorded);
    const auto last = comparison.receivers[0].compared_steps;
    const auto period = static_cast<std::int64_t>(std::llround(4 / (frequency * plan.decision.time_step_s)));
    std::complex<double> got = 0, exact = 0;
    for (std::int64_t i = last - period; i < last; ++i) {
        const auto turn = std::polar(1.0, 2 * pi * frequency * plan.decision.time_step_s * static_cast<double>(i));
        got += recorded[static_cast<std::size_t>(i)] * turn;
        exact += comparison.exact[static_cast<std::size_t>(i)] * turn;
    }
    return std::abs(got) / std::abs(exact);
}

TEST(RadiatedLevel, IsThatOfATone) {
    EXPECT_NEAR(measured_level(3, "leggy-1", 8, 20 * std::sqrt(3.0), false),
                radiated_level(make_stencil("leggy-1", 3), 0.57677, 8, diagonal, false), 0.01);
    EXPECT_NEAR(measured_level(2, "leggy-1", 7, 60 * std::sqrt(2.0), false),
                radiated_level(make_stencil("leggy-1", 2), 0.7064, 7, flat_diagonal, false), 0.01);
    EXPECT_NEAR(measured_level(2, "leggy-1", 7, 60 * std::sqrt(2.0), true),
                radiated_level(make_stencil("leggy-1", 2), 0.7064, 7, flat_diagonal, true), 0.01);
}

}  // namespace
}  // namespace wavesim
