// SPDX-License-Identifier: MIT
#include "solvers/accuracy/error_budget.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/space/interpolation.hpp"

namespace wavesim {
namespace {

using test::absorbing;
using test::cell;
using test::plan_of;
using test::receiver;

Scene damped_room() {
    Scene scene = test::small_room();
    for (SurfaceLaw& law : scene.boundaries.side) law = absorbing(0.1);
    scene.boundaries.walls = WallForm::half;
    scene.receivers = {receiver("near", {8.5 * cell, 4.5 * cell, 3.5 * cell}),
                       receiver("far", {15.5 * cell, 4.5 * cell, 3.5 * cell})};
    return scene;
}

TEST(ErrorBudget, DelayIsTheDispersionOverTheLongestPath) {
    const Plan plan = plan_of(damped_room());
    const ErrorBudget budget = error_budget(plan);
    EXPECT_DOUBLE_EQ(budget.longest_path_m, 10 * cell);
    ASSERT_EQ(budget.directions.size(), 4u);
    const ErrorBudget::Direction& axis = budget.directions[0];
    EXPECT_EQ(axis.speed_error, plan.report.dispersion.axis);
    EXPECT_LT(axis.speed_error, 0);
    const double late_s = 10 * cell / (test::sound_speed * (1 + axis.speed_error)) - 10 * cell / test::sound_speed;
    EXPECT_NEAR(axis.delay_ms, 1e3 * late_s, 1e-9);
    EXPECT_NEAR(axis.phase_deg, 360 * late_s * plan.report.dispersion.frequency_hz, 1e-6);
    EXPECT_NEAR(axis.run_delay_ms / axis.delay_ms, budget.run_path_m / budget.longest_path_m, 1e-9);
    EXPECT_EQ(budget.directions[3].speed_error, plan.report.dispersion.worst);
}

TEST(ErrorBudget, OfARunThatWasStoppedIsForWhatWasRun) {
    const Plan plan = plan_of(damped_room());
    const ErrorBudget whole = error_budget(plan);
    const ErrorBudget part = error_budget(plan, plan.decision.steps / 4);
    const double share = static_cast<double>(plan.decision.steps / 4) / static_cast<double>(plan.decision.steps);
    EXPECT_DOUBLE_EQ(part.run_path_m, share * whole.run_path_m);
    EXPECT_DOUBLE_EQ(part.rounding, share * whole.rounding);
    EXPECT_DOUBLE_EQ(part.directions[0].run_delay_ms, share * whole.directions[0].run_delay_ms);
    EXPECT_EQ(describe(part)[0], "planned for 0.1001 s, stopped at 0.02492 s, for which this holds");
    EXPECT_EQ(describe(error_budget(plan, 0))[0].find("planned for"), 0u);
    EXPECT_EQ(describe(error_budget(plan, 3 * plan.decision.steps)), describe(whole));  // of a survey
    EXPECT_EQ(describe(whole)[0].find("planned for"), std::string::npos);
}

TEST(ErrorBudget, WallsThatFitHaveNoError) {
    const ErrorBudget budget = error_budget(plan_of(damped_room()));
    EXPECT_NEAR(budget.volume_error, 0, 1e-12);
    EXPECT_NEAR(budget.reverberation_error, 0, 1e-12);
    EXPECT_EQ(budget.walls.size(), 6u);
}

TEST(ErrorBudget, StaircasesChangeAreasAndReverberation) {
    Scene scene = damped_room();
    scene.solids = {{"block", {2 * cell, 2 * cell, 0}, {6.4 * cell, 3 * cell, 9.6 * cell}, absorbing(0.9)}};
    scene.sources[0].position.y = 10 * cell;
    const Plan plan = plan_of(scene);
    const ErrorBudget budget = error_budget(plan);
    const double asked = 4.4 + 2 * 9.6 + 2 * 4.4 * 9.6;
    const double got = 4 + 2 * 10 + 2 * 4 * 10;
    ASSERT_EQ(budget.walls.size(), 7u);
    EXPECT_NEAR(budget.walls[6].area_error, got / asked - 1, 1e-9);
    EXPECT_NEAR(budget.volume_error, (3840.0 - 40) / (3840 - 4.4 * 9.6) - 1, 1e-9);
    EXPECT_GT(budget.reverberation_error, 0);  // less absorbing area rings longer
}

/// The estimate of rounding holds: float against double over many reflections.
TEST(ErrorBudget, RoundingStaysBelowItsEstimate) {
    Scene scene = damped_room();
    for (SurfaceLaw& law : scene.boundaries.side) law = {};
    scene.duration_s = 0.5;
    const double estimate = error_budget(plan_of(scene, Precision::float32)).rounding;
    const double found = test::rounding_of(scene);
    EXPECT_LE(found, estimate);
    EXPECT_GE(found, 1e-3 * estimate);
}

/// leggy-1 along an axis: sin(omega T / 2) = courant sin(k X / 2). What is heard is judged at the upper end of the band
/// of the sources, which lies below the highest frequency of the grid.
TEST(ErrorBudget, WhatIsHeardErrsByTheDispersionOfTheSources) {
    const Plan plan = plan_of(damped_room());
    const ErrorBudget budget = error_budget(plan);
    ASSERT_TRUE(budget.band.has_value());
    EXPECT_EQ(budget.heard.frequency_hz, budget.band->high_hz);
    EXPECT_LT(budget.heard.frequency_hz, 0.8 * budget.frequency_hz);
    const double k = 2 * std::numbers::pi * budget.heard.frequency_hz / test::sound_speed;
    const double omega = 2 / plan.decision.time_step_s * std::asin(plan.courant() * std::sin(k * cell / 2));
    const double error = omega / (k * test::sound_speed) - 1;
    EXPECT_NEAR(budget.heard.speed_error, error, 1e-9);
    EXPECT_NEAR(budget.heard.direct_delay_s, 10 * cell * (k / omega - 1 / test::sound_speed), 1e-12);
    EXPECT_NEAR(budget.heard.run_delay_s, budget.run_path_m * (k / omega - 1 / test::sound_speed), 1e-12);
}

/// Errors of points, interfaces and solids are told where there are any, however small, and only there.
TEST(ErrorBudget, TellsEveryErrorThatThereIs) {
    const ErrorBudget none = error_budget(plan_of(damped_room()));
    const auto told = [&](const auto& change) {
        ErrorBudget budget = none;
        change(budget);
        return describe(budget);
    };
    const std::pair<const char*, std::function<void(ErrorBudget&)>> rows[] = {
        {"sources and receivers between nodes: up to 0.17 % each along an axis",
         [](ErrorBudget& b) { b.interpolation_error = 0.0017; }},
        {"sources and receivers beside steps of the density, free surfaces, walls with losses and solids: up to 0.23 % "
         "each",
         [](ErrorBudget& b) { b.beside_steps_error = 0.0023; }},
        {"receivers near a source, one of the two between nodes: up to 0.34 % at 2.5 cells, since both are spread over "
         "several "
         "nodes; placement: nearest errs less",
         [](ErrorBudget& b) {
             b.near_source.error = 0.0034;
             b.near_source.cells = 2.5;
         }},
        {"interfaces of the medium on the grid: up to 0.0125 m off",
         [](ErrorBudget& b) { b.interface_shift_m = 0.0125; }},
        {"walls on the grid: faces of solids up to 0.025 m off", [](ErrorBudget& b) { b.solid_shift_m = 0.025; }},
        {"reflections of solids, by their places and sizes on the grid: 0.45 % of the loudest sound",
         [](ErrorBudget& b) { b.solid_error = 0.0045; }},
        {"echoes between facing solids and sides, by their places and the speed of the scheme: 0.67 % of the loudest "
         "sound",
         [](ErrorBudget& b) { b.facing_error = 0.0067; }},
        {"sound around solids that hide a source, by their edges on the grid: 0.78 % of the loudest sound",
         [](ErrorBudget& b) { b.edges.hidden = 0.0078; }},
        {"waves from edges of solids beside the paths of sound, by these edges on the grid: 0.89 % of the loudest "
         "sound",
         [](ErrorBudget& b) { b.edges.visible = 0.0089; }},
        {"slow second wave of the sources: 0.56 % of the loudest sound at a receiver",
         [](ErrorBudget& b) { b.slow_wave.error = 0.0056; }}};
    for (const auto& [line, change] : rows) {
        EXPECT_THAT(told(change), testing::Contains(line));
        EXPECT_THAT(describe(none), testing::Not(testing::Contains(line)));
    }
}

/// What comes back late in the run, along the side that errs most, is late by this share of the way.
TEST(ErrorBudget, TellsWhatARoomOfAnotherLengthDoesToReflections) {
    Scene scene = damped_room();
    scene.size_m = {19.7 * cell, 16.4 * cell, 12 * cell};
    const Plan plan = plan_of(scene);
    const ErrorBudget budget = error_budget(plan);
    const auto error = [&](int axis) { return plan.report.geometry.size_m.along(axis) / scene.size_m.along(axis) - 1; };
    int worst = 0;
    for (const int axis : {1, 2})
        if (std::abs(error(axis)) > std::abs(error(worst))) worst = axis;
    EXPECT_EQ(budget.side.axis, "xyz"[worst]);
    EXPECT_DOUBLE_EQ(budget.side.length_error, error(worst));
    const double late_ms = 1e3 * error(worst) * plan.decision.time_step_s * static_cast<double>(plan.decision.steps);
    EXPECT_NEAR(budget.side.run_delay_ms, late_ms, 1e-12);
    EXPECT_THAT(describe(budget),
                testing::Contains(testing::StartsWith(fmt::format(
                    "walls on the grid: length {:+.2f} % along {} (reflections at the end of the run {:.3g} ms "
                    "{}, ",
                    100 * error(worst), "xyz"[worst], std::abs(late_ms), late_ms > 0 ? "late" : "early"))));
    const auto side = static_cast<std::size_t>(2 * worst);
    scene.boundaries.kind[side] = scene.boundaries.kind[side + 1] = SideKind::absorbing;
    scene.boundaries.layer[side].cells = scene.boundaries.layer[side + 1].cells = 4;
    for (SurfaceLaw& law : scene.boundaries.side) law = {};
    EXPECT_NE(error_budget(plan_of(scene)).side.axis, "xyz"[worst]);
}

TEST(ErrorBudget, TellsHowFarFacesOfSolidsAreOff) {
    Scene scene = damped_room();
    scene.sources[0].position.y = 10 * cell;
    scene.solids = {{"block", {2.25 * cell, 2 * cell, -1}, {6.25 * cell, 3 * cell, 9.6 * cell}, {}}};
    EXPECT_NEAR(error_budget(plan_of(scene)).solid_shift_m, 0.4 * cell, 1e-12);
    EXPECT_THAT(describe(error_budget(plan_of(scene))),
                testing::Contains(testing::HasSubstr("faces of solids up to 0.025 m off")));
}

TEST(ErrorBudget, CountsPointsBetweenNodes) {
    Scene scene = damped_room();
    EXPECT_EQ(error_budget(plan_of(scene)).interpolation_error, 0);
    scene.receivers[0].position.y += 0.3 * cell;
    EXPECT_FLOAT_EQ(static_cast<float>(error_budget(plan_of(scene)).interpolation_error),
                    static_cast<float>(largest_spectral_error()));
    scene.receivers[0].placement = Placement::nearest_node;
    EXPECT_EQ(error_budget(plan_of(scene)).interpolation_error, 0);
}

/// A room with a block, whose second shot sounds from behind it.
Scene room_of_shots() {
    Scene scene = damped_room();
    scene.solids = {{"block", {9 * cell, 6 * cell, 0}, {11 * cell, 12 * cell, 8 * cell}, {}}};
    return scene;
}

/// Layers around two fluids.
Scene fluids_of_shots() {
    Scene scene = damped_room();
    scene.grid.stencil.name = "leggy-2";
    scene.medium.layers = Medium::Layers{2, {6 * cell}, {256, 128}, {1, 2}};
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 8;
    return scene;
}

TEST(ErrorBudget, NamesMediaFinerThanTheGrid) {
    Scene scene = fluids_of_shots();
    const auto is_finer = [&](double second_m) {
        scene.medium.layers = Medium::Layers{2, {6 * cell, second_m}, {256, 200, 128}, {1, 1.5, 2}};
        return error_budget(plan_of(scene)).finer_medium;
    };
    EXPECT_TRUE(is_finer(6.6 * cell));
    EXPECT_FALSE(is_finer(8 * cell));
}

/// Shales whose anellipticity differs from place to place.
Scene shales_of_shots() {
    Scene scene = fluids_of_shots();
    scene.medium.layers.reset();
    scene.grid.stencil.name = "auto";
    scene.tti = Anisotropy{};
    scene.tti->everywhere = {0.2, 0.2, 30, 20};
    scene.tti->boxes = {{{10 * cell, 0, 0}, {20 * cell, 16 * cell, 12 * cell}, {0.3, 0.05, 30, 20}}};
    return scene;
}

class BudgetOfShots : public testing::TestWithParam<Scene (*)()> {};
INSTANTIATE_TEST_SUITE_P(Media, BudgetOfShots, testing::Values(&room_of_shots, &fluids_of_shots, &shales_of_shots));

/// Whichever shot a plan is of, its budget is that of the shots where it is worst.
TEST_P(BudgetOfShots, IsTheWorstOfAll) {
    const std::vector<Point> shots{{5.5 * cell, 4.5 * cell, 3.5 * cell},
                                   {14.2 * cell, 14.5 * cell, 3.5 * cell},
                                   {8.2 * cell, 3.5 * cell, 5.5 * cell}};
    for (const auto spread : {Survey::Spread::fixed, Survey::Spread::rolling}) {
        Scene survey = GetParam()();
        const std::vector<ReceiverRequest> stations = survey.receivers;
        survey.survey = spread == Survey::Spread::rolling ? make_rolling_survey(survey, shots, 1)
                                                          : make_survey(survey, shots, spread);
        ErrorBudget worst;
        for (std::int64_t shot = 0; shot < 3; ++shot) {
            Scene single = survey;
            move_to_shot(single, shot);
            single.survey.reset();
            const ErrorBudget budget = error_budget(plan_of(single));
            worst.longest_path_m = std::max(worst.longest_path_m, budget.longest_path_m);
            worst.interpolation_error = std::max(worst.interpolation_error, budget.interpolation_error);
            worst.near_source.error = std::max(worst.near_source.error, budget.near_source.error);
            worst.layer_reflection_db = std::max(worst.layer_reflection_db, budget.layer_reflection_db);
            worst.taper_lead.seconds = std::max(worst.taper_lead.seconds, budget.taper_lead.seconds);
        }
        for (std::int64_t shot = 0; shot < 3; ++shot) {
            PlanOptions options;
            options.precision = Precision::float64;
            options.shot = shot;
            const ErrorBudget budget = error_budget(make_plan(survey, test::small_machine(), options));
            EXPECT_EQ(budget.longest_path_m, worst.longest_path_m);
            EXPECT_EQ(budget.interpolation_error, worst.interpolation_error);
            EXPECT_EQ(budget.near_source.error, worst.near_source.error);
            ASSERT_EQ(budget.layer_reflection_db.has_value(), worst.layer_reflection_db.has_value());
            EXPECT_NEAR(budget.layer_reflection_db.value_or(0), worst.layer_reflection_db.value_or(0), 1e-3);
            EXPECT_EQ(budget.taper_lead.seconds, worst.taper_lead.seconds);
        }
    }
}

TEST(ErrorBudget, NamesNoEchoThatIsTooSoftToBeKnown) {
    ErrorBudget budget = error_budget(plan_of(damped_room()));
    budget.layer_reflection_db = -96.5;
    EXPECT_THAT(describe(budget), testing::Contains(testing::StartsWith("absorbing layers: less than -95 dB of the ")));
    budget.layer_reflection_db = -94.6;
    EXPECT_THAT(describe(budget), testing::Contains(testing::StartsWith("absorbing layers: about -95 dB of the ")));
}

TEST(ErrorBudget, IsToldInSentences) {
    const std::vector<std::string> lines = describe(error_budget(plan_of(damped_room(), Precision::float32)));
    ASSERT_EQ(lines.size(), 11u);  // the worst direction is the axis
    EXPECT_EQ(
        lines[0],
        "sound of 409.6 Hz, the highest that the grid is made for; direct over at most 0.625 m to a receiver, in the "
        "whole run over 25.63 m:");
    EXPECT_EQ(lines[1], "  sources: nine tenths of their energy between 84.3 and 262.1 Hz");
    EXPECT_THAT(lines[2], testing::StartsWith("  along an axis: speed -1.1"));
    EXPECT_THAT(lines[2],
                testing::MatchesRegex(".* direct 27.4 us late \\(4.04 degrees of a period\\), whole run 1.12 ms"));
    EXPECT_THAT(lines[4], testing::StartsWith("  along a body diagonal: speed -0.00"));
    EXPECT_THAT(lines[4], testing::HasSubstr(" %, level +0.58 dB; direct "));  // 1 / cos(2 pi / 10 / sqrt(3))
    EXPECT_THAT(lines[5], testing::StartsWith("room: the grid is valid to 410 Hz; reverberation time "));
    EXPECT_EQ(lines[6], "walls on the grid: exactly where they were asked for");
    EXPECT_THAT(lines[7], testing::StartsWith("walls with losses at 409.6 Hz, worst "));
    EXPECT_THAT(lines[8],
                testing::StartsWith("first reflections of walls, by the losses that the scheme gives them: "));
    EXPECT_THAT(lines[9], testing::StartsWith("sound that walls keep, by its speed until the end of the run: "));
    EXPECT_THAT(lines[10], testing::MatchesRegex("rounding: below .*e-05 of the loudest sound \\(float, 711 steps\\)"));
}

}  // namespace
}  // namespace wavesim
