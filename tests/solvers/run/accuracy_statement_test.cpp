// SPDX-License-Identifier: MIT
#include "solvers/run/accuracy_statement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Of a room whose direct sound is late by a thousandth of a period and that goes on for a second.
ErrorBudget small_errors() {
    ErrorBudget budget;
    budget.run_s = 1;
    budget.longest_path_m = 5;
    budget.run_path_m = 340;
    budget.carried_hz = 5000;
    budget.heard = {1000, 1e-4, 0, 1e-6, 1e-4};
    budget.waves.direct = 0.006;
    budget.rounding = 0;
    return budget;
}

TEST(AccuracyStatement, SaysForHowLongPhasesAreRightWhereSoundStays) {
    ErrorBudget budget = small_errors();
    budget.sound_stays = true;
    // 10 degrees of 1 ms are 27.8 us, of a delay that grows by 100 us in a second.
    EXPECT_EQ(
        verdict(budget),
        "errors of the direct sound are about 0.6 % of the loudest sound; phase is right to 10 degrees for 0.28 s "
        "at 1 kHz; afterwards use decays only");
    budget.heard.run_delay_s = 1e-5;
    EXPECT_THAT(verdict(budget), HasSubstr("phase is right to 10 degrees at 1 kHz for all of the run"));
    budget.sound_stays = false;
    EXPECT_EQ(verdict(budget), "errors are about 0.6 % of the loudest sound up to 1 kHz");
}

/// A tenth of a second is in seconds, less in milliseconds.
TEST(AccuracyStatement, TellsTimesInTheirUnits) {
    ErrorBudget budget = small_errors();
    budget.sound_stays = true;
    const auto right_for = [&](double seconds) {
        budget.heard.run_delay_s = 10.0 / 360 / 1000 / seconds;  // in a run of a second
        return verdict(budget);
    };
    EXPECT_THAT(right_for(0.1), HasSubstr("phase is right to 10 degrees for 0.1 s at 1 kHz"));
    EXPECT_THAT(right_for(0.042), HasSubstr("phase is right to 10 degrees for 42 ms at 1 kHz"));
    EXPECT_THAT(right_for(0.0998), HasSubstr("phase is right to 10 degrees for 0.1 s at 1 kHz"));
}

TEST(AccuracyStatement, TellsDirectSoundFromThatOfWalls) {
    ErrorBudget budget = small_errors();
    budget.solid_error = 0.08;
    EXPECT_THAT(verdict(budget), StartsWith("errors are about 8 % of"));
    budget.sound_stays = true;
    EXPECT_THAT(
        verdict(budget),
        StartsWith("errors of the direct sound are about 0.6 % of the loudest sound; echoes of walls and solids "
                   "that the grid moves are off by about 8 % of it; apart from them phase is right to 10 degrees"));
    budget.waves.walls = 0.15;
    EXPECT_THAT(verdict(budget), HasSubstr("off by about 17 % of it"));
    budget.facing_error = 0.2, budget.edges.visible = 0.3;
    EXPECT_THAT(verdict(budget), HasSubstr("off by about 40 % of it"));
    budget.edges = {0.09, 0}, budget.facing_error = 0;
    EXPECT_THAT(verdict(budget), StartsWith("errors of the direct sound are about 9 % of the loudest sound;"));
    budget.edges = {};
    budget.waves.walls = 0, budget.solid_error = 0.004;
    EXPECT_THAT(verdict(budget), StartsWith("errors of the direct sound are about 0.6 % of the loudest sound; phase"));
}

TEST(AccuracyStatement, AddsErrorsThatHaveNothingToDoWithEachOther) {
    ErrorBudget budget = small_errors();
    budget.waves = {0, 0.03, 0, 0};
    budget.layer_reflection_db = -20 * std::log10(25.0);
    EXPECT_EQ(verdict(budget), "errors are about 5 % of the loudest sound up to 1 kHz");
}

/// That of the source and that of the receiver.
TEST(AccuracyStatement, CountsInterpolationTwice) {
    ErrorBudget budget = small_errors();
    budget.waves = {};
    budget.interpolation_error = 0.05;
    EXPECT_EQ(verdict(budget), "errors are about 7 % of the loudest sound up to 1 kHz");
}

/// Even where more comes back than is sent.
TEST(AccuracyStatement, CountsLayersThatSendBackAll) {
    ErrorBudget budget = small_errors();
    for (const double db : {-6.0, 0.0, 3.4}) {
        budget.layer_reflection_db = db;
        EXPECT_EQ(
            verdict(budget),
            "absorbing layers too thin for 1 kHz: half of the loudest sound and more comes back; make them wider");
    }
    budget.layer_reflection_db = -20 * std::log10(2.5);
    EXPECT_EQ(verdict(budget), "errors are about 40 % of the loudest sound up to 1 kHz");
}

TEST(AccuracyStatement, KnowsNothingOfFieldsThatMayGrow) {
    ErrorBudget budget = small_errors();
    budget.may_grow = true;
    EXPECT_THAT(verdict(budget), StartsWith("not known: the field of tti.form k73 may grow"));
}

TEST(AccuracyStatement, WithoutTheLevelOfSecondWavesTellsTheOtherErrors) {
    ErrorBudget budget = small_errors();
    budget.slow_wave.unknown = true;
    EXPECT_EQ(verdict(budget),
              "not known: the level of the slow second wave of this TTI medium depends on the cells; "
              "all other errors together are about 0.6 % of the loudest sound up to 1 kHz");
}

TEST(AccuracyStatement, TellsReceiversBesideASourceFromTheOthers) {
    ErrorBudget budget = small_errors();
    budget.near_source = {3, 0.38};
    EXPECT_EQ(verdict(budget), "errors are about 0.6 % of the loudest sound, beside a source about 38 % up to 1 kHz");
}

/// Of more than 500 solids the nearest ones count: here one that is off the grid, behind many far away that fit it.
TEST(AccuracyStatement, CountsTheSolidsNearestToSourcesAndReceivers) {
    ErrorBudget budget = small_errors();
    budget.solids_left_out = 731;
    EXPECT_THAT(verdict(budget), testing::EndsWith("; of the solids the 500 nearest to sources and receivers count, "
                                                   "731 more do not"));
    Scene scene = test::box_scene({80, 30, 20}, "leggy-2", 0.02);
    scene.sources = {test::ricker(test::node(5, 5, 5), 10)};
    scene.receivers = {test::receiver("a", test::node(20, 20, 12))};
    SolidBox near, far;
    near.from = test::node(9.9, 9.8, -0.5), near.to = test::node(13.3, 12.6, 3.7);
    far.from = test::node(69.5, 19.5, 9.5), far.to = test::node(74.5, 25.5, 14.5);
    const auto budget_of = [&](std::size_t count) {
        scene.solids.assign(count, far);
        scene.solids.push_back(near);
        const AccuracyStatement said = accuracy_of(test::plan_of(scene));
        EXPECT_EQ(testing::Value(said.lines(), testing::Contains(HasSubstr("more are left out"))), count > 500);
        return *said.budget;
    };
    const ErrorBudget alone = budget_of(0), many = budget_of(603);
    EXPECT_GT(alone.solid_error, 0.001);
    EXPECT_EQ(many.solid_error, alone.solid_error);
    EXPECT_EQ(many.edges.most(), alone.edges.most());
    EXPECT_EQ(alone.solids_left_out, 0U);
    EXPECT_EQ(many.solids_left_out, 104U);
}

TEST(AccuracyStatement, SaysWhenThereIsNothingToRelyOn) {
    ErrorBudget budget = small_errors();
    budget.waves.direct = 0.6;
    EXPECT_THAT(verdict(budget), StartsWith("too coarse for 1 kHz"));
    budget.aliased_share = 0.6;
    EXPECT_THAT(verdict(budget), StartsWith("nothing to rely on: most of the sound lies above 5 kHz"));
}

TEST(AccuracyStatement, GivesNoBudgetOfFieldsThatAreNotStable) {
    const Plan plan = test::plan_of(test::small_room());
    RunReport report;
    report.steps_done = plan.decision.steps;
    EXPECT_TRUE(accuracy_of(plan, report).budget);
    EXPECT_EQ(accuracy_of(plan, report).verdict, accuracy_of(plan).verdict);
    report.unstable = true;
    EXPECT_EQ(accuracy_of(plan, report).verdict, "the field is not stable: do not trust it");
    EXPECT_FALSE(accuracy_of(plan, report).budget);
    EXPECT_THAT(accuracy_of(plan, report).lines(), testing::ElementsAre("none, since the field is not stable"));
}

/// Against the exact solution: at most one and a half times what is told, and not less than a third of it.
TEST(AccuracyStatement, IsTrueOfTheDirectSound) {
    for (const auto& [stencil, points] : {std::pair("leggy-1", 12.0), {"leggy-1", 20.0}, {"leggy-4", 12.0}}) {
        Scene scene = test::box_scene({40, 24, 24}, stencil, (24 + 3 * points) * test::cell / test::sound_speed);
        scene.boundaries.kind.fill(SideKind::absorbing);
        for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 12;
        scene.sources = {test::ricker(test::node(8, 12, 12), points)};
        scene.sources[0].placement = Placement::nearest_node;
        scene.receivers = {test::receiver("a", test::node(32, 12, 12))};
        scene.receivers[0].placement = Placement::nearest_node;
        scene.outputs.compare = ExactReference::free_field;
        const double measured = test::compare(scene).receivers[0].relative_error;
        const Plan plan = test::plan_of(scene);
        const WaveErrors told = accuracy_of(plan).budget->waves;

        EXPECT_LT(measured, 1.5 * std::hypot(told.direct, told.level)) << stencil << ", " << points;
        EXPECT_GT(measured, std::hypot(told.direct, told.level) / 3) << stencil << ", " << points;
    }
}

}  // namespace
}  // namespace wavesim
