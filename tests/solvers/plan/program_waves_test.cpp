// SPDX-License-Identifier: MIT
// What plans say of the waves of programs, against formulas.
#include "solvers/plan/program_waves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/program_scene.hpp"
#include "solvers/run/accuracy_statement.hpp"

namespace wavesim::test {
namespace {

using std::numbers::pi;

/// s^2 + g s + c^2 k^2 = 0: waves lose g/2 per second and turn by sqrt(c^2 k^2 - g^2 / 4).
TEST(ProgramWaves, FrictionTakesHalfOfItPerSecond) {
    const double g = 90;
    Scene scene = friction_scene(g);
    scene.grid.courant_fraction = 0.1;
    const PlanOutline plan = draft_plan(scene, {}).plan;
    ASSERT_EQ(plan.report.program_waves.size(), 3U);
    for (const ProgramWave& wave : plan.report.program_waves) EXPECT_NEAR(wave.decay_per_s, g / 2, 0.01 * g);
    const double omega = 2 * pi * plan.report.program_waves[2].frequency_hz;
    const double k = std::sqrt(omega * omega + g * g / 4) / sound_speed;
    EXPECT_NEAR(plan.report.program_waves[2].speed_m_s, omega / k, 0.01 * sound_speed);
}

/// Waves of leggy-2 along an axis: X^2 k'^2 = 4 s^2 (1 + s^2 / 3), s = sin(k X / 2).
TEST(ProgramWaves, DispersionIsThatOfTheStencil) {
    Scene scene = friction_scene(0);
    scene.grid.courant_fraction = 1e-3;
    const DispersionReport report = draft_plan(scene, {}).plan.report.dispersion;
    const double k = 2 * pi / report.points_per_wavelength;
    const double s = std::sin(k / 2);
    const double at_rest = 2 * s * std::sqrt(1 + s * s / 3) / k - 1;
    EXPECT_NEAR(report.axis, at_rest, 0.03 * std::abs(at_rest));
    EXPECT_LT(std::abs(report.face_diagonal), std::abs(report.axis));
    EXPECT_EQ(report.worst, report.axis);
}

/// Slow waves of a second field decide how fine a grid is.
TEST(ProgramWaves, PointsPerWavelengthCountForTheSlowestWave) {
    Scene scene = friction_scene(0);
    scene.grid.spacing_m.reset();
    scene.grid.max_frequency_hz = sound_speed / (20 * cell);
    const double one_wave = draft_plan(scene, {}).plan.decision.spacing_m;
    take_program(scene, {equations::field("p", 2), equations::field("q", 2)}, {from_speed("c")},
                 {"p.new = 2*p - p.old + (c*dt/dx)*(c*dt/dx)*laplace(p)",
                  "q.new = 2*q - q.old + (c*dt/dx)*(c*dt/dx)*laplace(0.25*q) + 0*p"});
    const PlanOutline plan = draft_plan(scene, {}).plan;
    EXPECT_NEAR(plan.decision.slowest_m_s, sound_speed / 2, 1e-3 * sound_speed);
    EXPECT_NEAR(plan.decision.fastest_m_s, sound_speed, 1e-3 * sound_speed);
    EXPECT_NEAR(plan.decision.spacing_m, one_wave / 2, 0.04 * one_wave);
    EXPECT_EQ(plan.report.program_waves.size(), 6U);
}

TEST(ProgramWaves, TheVerdictSaysThatMostIsNotKnown) {
    const PlanOutline plan = draft_plan(friction_scene(3), {}).plan;
    const AccuracyStatement accuracy = accuracy_of(plan);
    EXPECT_THAT(accuracy.verdict, testing::StartsWith("not known: waves of "));
    EXPECT_THAT(accuracy.verdict, testing::HasSubstr(", so after "));
    EXPECT_FALSE(accuracy.budget.has_value());
    EXPECT_THAT(accuracy.lines(), testing::ElementsAre("none, since the physics is a program"));
}

}  // namespace
}  // namespace wavesim::test
