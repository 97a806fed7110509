// SPDX-License-Identifier: MIT
#include "solvers/accuracy/slow_wave.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::cell;
using Around = Anisotropy::AroundSource;

/// A receiver so many cells from a source, at an angle from the symmetry axis, which leans by 20 degrees.
Scene in_rock(Around around, double cells, double degrees, double run_cells) {
    Scene scene = test::box_scene({84, 1, 84}, "auto", run_cells * cell / test::sound_speed);
    scene.tti = Anisotropy{};
    scene.tti->around_source = around;
    scene.tti->everywhere = {.epsilon = 0.3, .delta = 0.05, .theta_degrees = 20};
    for (const std::size_t side : {0, 1, 4, 5}) {
        scene.boundaries.kind[side] = SideKind::absorbing;
        scene.boundaries.layer[side].cells = 20;
    }
    const double angle = (20 + degrees) * std::numbers::pi / 180;
    scene.sources = {test::ricker(test::node(42, 0, 42), 40)};
    scene.receivers = {test::receiver("a", test::node(42 + cells * std::sin(angle), 0, 42 + cells * std::cos(angle)))};
    return scene;
}

/// Peak of what comes after the P wave over that of the P wave.
double late_over_early(const Scene& scene, double cells) {
    const Plan plan = test::plan_of(scene);
    const std::vector<double> trace = test::run(plan);
    const double cells_per_step = plan.decision.time_step_s * test::sound_speed / cell;
    const auto split = static_cast<std::ptrdiff_t>((1.5 * 40 + cells + 25) / cells_per_step);
    const auto size = [](double a, double b) { return std::abs(a) < std::abs(b); };
    const auto middle = trace.begin() + split;
    return std::abs(*std::max_element(middle, trace.end(), size)) /
           std::abs(*std::max_element(trace.begin(), middle, size));
}

constexpr double away = 20;

TEST(SlowWave, OfPointsOfPWavesIsAsLoudAsInARun) {
    for (const double degrees : {35.0, 55.0}) {
        const Scene scene = in_rock(Around::p_waves, away, degrees, 200);
        const double said = slow_wave(test::plan_of(scene), scene.duration_s).error;
        const double measured = late_over_early(scene, away);
        EXPECT_GT(measured, 0.05) << degrees;
        EXPECT_GT(said, measured / 1.5) << degrees;  // as every verdict must be
        EXPECT_LT(said, 3 * measured) << degrees;
    }
}

TEST(SlowWave, IsNotHeardBeforeItArrives) {
    const Scene scene = in_rock(Around::p_waves, away, 45, 40);
    EXPECT_EQ(slow_wave(test::plan_of(scene), scene.duration_s).error, 0);
}

TEST(SlowWave, IsNotSentFromEllipticalRockAndNotKnownOfTheMediumAsItIs) {
    const auto of = [](Around around) {
        const Scene scene = in_rock(around, away, 45, 200);
        return slow_wave(test::plan_of(scene), scene.duration_s);
    };
    EXPECT_EQ(of(Around::elliptical).error, 0);
    EXPECT_FALSE(of(Around::elliptical).unknown);
    EXPECT_TRUE(of(Around::as_is).unknown);
}

TEST(SlowWave, IsNotKnownWhereRocksMeetUnlessAllAreElliptical) {
    Scene scene = in_rock(Around::p_waves, away, 45, 60);
    EXPECT_FALSE(slow_wave(test::plan_of(scene), scene.duration_s).unknown);
    const Point low{10 * cell, 0, 10 * cell}, high{20 * cell, 0, 20 * cell};
    scene.tti->boxes = {{.from = low, .to = high, .inside = {.epsilon = 0.2, .delta = 0.1}}};
    EXPECT_TRUE(slow_wave(test::plan_of(scene), scene.duration_s).unknown);
    scene.tti->everywhere.delta = 0.3;
    scene.tti->boxes[0].inside.delta = 0.2;
    EXPECT_FALSE(slow_wave(test::plan_of(scene), scene.duration_s).unknown);
}

}  // namespace
}  // namespace wavesim
