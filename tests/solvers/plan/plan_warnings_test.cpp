// SPDX-License-Identifier: MIT
// What a careful reader of a plan is told.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::plan_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Scene heard_room() {
    Scene scene = test::small_room();
    scene.receivers.resize(1);
    return scene;
}

TEST(PlanWarnings, WarnsOfWhatAResultShouldNotBeTrustedFor) {
    Scene scene = heard_room();
    scene.sources[0].signal.frequency_hz *= 2;
    scene.sources.push_back(scene.sources[0]);
    scene.sources[1].name = "clap";
    scene.sources[1].signal.kind = SignalKind::impulse;
    scene.solids = {{"panel", {10 * cell, 0, 0}, {10.3 * cell, 16 * cell, 4 * cell}, {}}};
    scene.receivers[0].position = {11.7 * cell, 5.2 * cell, 2.2 * cell};
    const std::vector<std::string> warnings = plan_of(scene).report.warnings;
    EXPECT_THAT(warnings, Contains(HasSubstr("solid 'panel' is thinner than a cell and was thickened to 0.0625 m ("
                                             "'sheet' instead of 'box' makes a wall without thickness)")));
    EXPECT_THAT(warnings,
                Contains(HasSubstr("source 'source' has 23.9 % of its energy above 409.6 Hz, for which the grid is")));
    EXPECT_THAT(warnings, Contains(HasSubstr("source 'clap' is an impulse and excites every frequency")));
    EXPECT_THAT(warnings, Contains(HasSubstr("source 'clap' leaves a mean pressure of ")));
    EXPECT_EQ(check_plan(scene, test::small_machine(), {}).warnings, warnings);
}

/// Of a Ricker half of the energy lies above 1.043 times its peak frequency; 2 points per wavelength are 2048 Hz here.
TEST(PlanWarnings, RefusesSourcesThatTheGridDoesNotCarry) {
    Scene scene = heard_room();
    scene.sources[0].signal.frequency_hz = 2048 / 1.05;
    EXPECT_TRUE(test::faults_of(scene).empty());
    scene.sources[0].signal.frequency_hz = 2048 / 1.03;
    ASSERT_EQ(test::faults_of(scene).size(), 1U);
    EXPECT_THAT(test::faults_of(scene)[0],
                HasSubstr("sources[0].signal: 51.5 % of its energy lies above 2048 Hz, where waves have fewer than 2"));
    scene.sources[0].aliased = true;
    EXPECT_TRUE(test::faults_of(scene).empty());
    scene.sources[0].aliased = false;
    scene.sources[0].signal.kind = SignalKind::impulse;
    EXPECT_TRUE(test::faults_of(scene).empty());
}

TEST(PlanWarnings, TellsWhatSegyFilesLeaveOut) {
    Scene scene = heard_room();
    const auto told = HasSubstr("leaves out what is above");
    scene.outputs.traces.segy = SegyOutput{1e-3};
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(told)));
    scene.outputs.traces.segy = SegyOutput{4e-3};
    EXPECT_THAT(plan_of(scene).report.warnings, Contains(told));
}

TEST(PlanWarnings, TellsOfReceiversBesideASource) {
    Scene scene = heard_room();
    const Point source = scene.sources[0].position;
    const auto told = HasSubstr("within 2 cells of a source, where the pressure depends on the size of the cells");
    scene.receivers[0].position = {source.x + 2 * cell, source.y, source.z};
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(told)));
    scene.receivers[0].position.x -= 0.1 * cell;
    EXPECT_THAT(plan_of(scene).report.warnings, Contains(told));
    scene.receivers[0].position = source;
    scene.receivers.push_back(scene.receivers[0]);
    EXPECT_THAT(plan_of(scene).report.warnings,
                Contains(HasSubstr("2 receivers ('a' is the first) stand within 2 cells")));
    scene.sources[0].signal.amplitude_pa_m = 0;
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(told)));
}

TEST(PlanWarnings, TellsOfDispersionAboveOnePercentAtTheHighestFrequency) {
    Scene scene = heard_room();
    const auto off = HasSubstr("off their speed: use more points per wavelength or another stencil");
    scene.grid.points_per_wavelength = 10;  // of leggy-1: 1.1 %
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(off))) << "no frequency was asked for";
    scene.grid.max_frequency_hz = test::sound_speed / (10 * cell);
    EXPECT_THAT(plan_of(scene).report.warnings, Contains(off));
    scene.grid.max_frequency_hz = test::sound_speed / (12 * cell);
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(off)));
    EXPECT_EQ(check_plan(scene, test::small_machine(), {}).warnings, plan_of(scene).report.warnings);
}

TEST(PlanWarnings, TellsOfWavesThatAStencilHardlyMoves) {
    Scene scene = heard_room();
    scene.grid.stencil.name = "compact-81-opt";
    EXPECT_THAT(plan_of(scene).report.warnings,
                Contains(HasSubstr("compact-81-opt hardly moves the wave that turns by [1, 1, 1] pi from node to")));
    scene.grid.stencil.name = "compact-81-fine";
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(HasSubstr("hardly moves"))));
}

TEST(PlanWarnings, AreThoseOfACheck) {
    Scene scene = heard_room();
    scene.size_m.x = 20.4 * cell;
    scene.solids = {{"block", {3 * cell, 3 * cell, 3 * cell}, {6.4 * cell, 6 * cell, 6.4 * cell}, {}}};
    scene.sources[0].position = {8 * cell, 4.5 * cell, 3.5 * cell};
    const std::vector<std::string> warnings = plan_of(scene).report.warnings;
    EXPECT_THAT(warnings, Contains(HasSubstr("the size along y is ")));
    EXPECT_THAT(warnings, Contains(HasSubstr("the area of block is ")));
    EXPECT_EQ(check_plan(scene, test::small_machine(), {}).warnings, warnings);
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 6;
    EXPECT_EQ(check_plan(scene, test::small_machine(), {}).warnings, plan_of(scene).report.warnings);
}

TEST(PlanWarnings, ACheckOfTooManySolidsSaysWhatItLeavesOut) {
    Scene scene = heard_room();
    scene.receivers.clear();
    scene.sources[0].position = {19.5 * cell, 15.5 * cell, 11.5 * cell};
    for (int i = 0; i < 100; ++i) {
        const double x = (0.05 + 0.1 * i) * cell;
        scene.solids.push_back({"", {x, x, x}, {x + cell, x + cell, x + cell}, {}});
    }
    EXPECT_THAT(check_plan(scene, test::small_machine(), {}).warnings,
                Contains("the solids are too many to be measured here: plan says how well they fit the grid"));
}

TEST(PlanWarnings, WarnsOfSignalsThatTheRunCutsOff) {
    Scene scene = heard_room();
    const double f = scene.sources[0].signal.frequency_hz;
    scene.duration_s = 1 / f;
    EXPECT_THAT(plan_of(scene).report.warnings, Contains(HasSubstr("source 'source' has its peak at 0.0")));
    scene.duration_s = 0.4 / f;
    EXPECT_THAT(plan_of(scene).report.warnings,
                Contains(HasSubstr("source 'source' is never heard: its signal begins at 0.00")));
    scene.duration_s = 10 / f;
    scene.sources[0].signal.delay_s = 0;
    EXPECT_THAT(check_plan(scene, test::small_machine(), {}).warnings,
                Contains(HasSubstr("source 'source' is cut off, its signal begins")));
}

TEST(PlanWarnings, WarnsOfPulsesThatTheRunCutsOff) {
    for (const SignalKind kind : {SignalKind::ricker, SignalKind::gaussian, SignalKind::dgauss}) {
        Scene scene = heard_room();
        SignalRequest& signal = scene.sources[0].signal;
        signal.kind = kind;
        signal.width_s = 0.2 / signal.frequency_hz;
        const Heard heard = when_heard(signal);
        scene.duration_s = 0.99 * heard.end;
        EXPECT_THAT(plan_of(scene).report.warnings, Contains(HasSubstr("source 'source' is cut off at")));
        scene.duration_s = 1.01 * heard.end;
        EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(HasSubstr("is cut off"))));
        scene.duration_s = 0.99 * heard.centre;  // told otherwise
        EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(HasSubstr("is cut off"))));
    }
}

TEST(PlanWarnings, SaysTheSameOfSeveralSourcesOnce) {
    Scene scene = heard_room();
    scene.sources[0].signal.frequency_hz *= 2;
    for (const char* name : {"b", "c", "d", "e"}) {
        scene.sources.push_back(scene.sources[0]);
        scene.sources.back().name = name;
    }
    const std::vector<std::string> warnings = plan_of(scene).report.warnings;
    EXPECT_THAT(warnings, Contains(HasSubstr("source 'source' has 23.9 % of its energy above")));
    EXPECT_THAT(warnings, Contains(HasSubstr("; likewise source 'b', source 'c' and 2 more")));
    EXPECT_THAT(warnings, Not(Contains(HasSubstr("source 'd' has"))));
}

TEST(PlanWarnings, WarnsOfSolidsThatTheDomainCutsOff) {
    Scene scene = heard_room();
    scene.solids = {{"panel", {10 * cell, 0, 0}, {12 * cell, 16 * cell, 4 * cell}, {}}};
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(HasSubstr("beyond the domain"))));
    scene.solids[0].from.y = -cell;
    scene.solids[0].to.z = scene.size_m.z + cell;
    EXPECT_THAT(plan_of(scene).report.warnings,
                Contains("solid 'panel' reaches beyond the domain along y and z and is cut off there"));
}

/// Without max_frequency the grid is judged at ten points per wavelength, which the sentence says.
TEST(PlanWarnings, SaysWhichFrequencyASpacingIsTakenToBeMadeFor) {
    Scene scene = heard_room();
    scene.grid.spacing_m = plan_of(scene).decision.spacing_m;
    scene.grid.max_frequency_hz.reset();
    scene.sources[0].signal.frequency_hz *= 2;
    EXPECT_THAT(plan_of(scene).report.warnings,
                Contains(HasSubstr("for which the grid is taken to be made, with 10 points per wavelength there: ")));
}

TEST(PlanWarnings, WarnsOfSilentSources) {
    Scene scene = heard_room();
    scene.sources.push_back(scene.sources[0]);
    scene.sources[0].signal.amplitude_pa_m = 0;
    SignalRequest& played = scene.sources[1].signal;
    scene.sources[1].name = "tape";
    played.kind = SignalKind::samples;
    played.sample_rate_hz = 1000;
    played.samples.assign(50, 0.0);
    EXPECT_THAT(plan_of(scene).report.warnings, ElementsAre("source 'source' is silent: its amplitude is 0",
                                                            "source 'tape' is silent: all of its samples are 0"));
    played.samples[20] = 1;
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(HasSubstr("'tape' is silent"))));
}

/// `auto` promises 1 %; a stencil that the scene names may be worse without a word.
TEST(PlanWarnings, WarnsWhereAutoFindsNoAccurateStencil) {
    Scene scene = heard_room();
    scene.grid.stencil.name = "auto";
    scene.solids = {{"block", {10 * cell, 0, 0}, {12 * cell, 4 * cell, 4 * cell}, {}}};
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(HasSubstr("off their speed"))));
    scene.grid.points_per_wavelength = 2.2;
    const Plan coarse = plan_of(scene);
    EXPECT_GT(std::abs(coarse.report.dispersion.worst), 0.01);
    EXPECT_LT(std::abs(coarse.report.dispersion.worst), 0.05);
    EXPECT_THAT(coarse.report.warnings, Contains(HasSubstr("no stencil that fits here keeps them within 1 %")));
    scene.grid.stencil.name = coarse.decision.shape.stencil.name;
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(HasSubstr("off their speed"))));
}

TEST(PlanWarnings, WarnsOfLevelsWithoutBound) {
    Scene scene = heard_room();
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(HasSubstr("without bound"))));
    scene.grid.points_per_wavelength = 2.001;
    const Plan plan = plan_of(scene);
    EXPECT_TRUE(level_is_unbounded(plan));
    EXPECT_THAT(plan.report.warnings, Contains(HasSubstr("where their level is without bound")));
}

TEST(PlanWarnings, WarnsOfRecordingsThatTheRunCutsOff) {
    Scene scene = heard_room();
    SignalRequest& signal = scene.sources[0].signal;
    signal.kind = SignalKind::samples;
    signal.sample_rate_hz = 1000;
    signal.samples.assign(static_cast<std::size_t>(scene.duration_s * 1000) + 50, 0.0);
    signal.samples[1] = 1;
    EXPECT_THAT(plan_of(scene).report.warnings, Not(Contains(HasSubstr("is cut off"))));  // silence may be

    signal.samples.back() = 1;

    EXPECT_THAT(plan_of(scene).report.warnings, Contains(HasSubstr("source 'source' is cut off at")));
}

TEST(PlanWarnings, WarnsOfReceiversBesideTheSourceOfALaterShot) {
    Scene scene = heard_room();
    const auto warned =
        Contains(HasSubstr("receiver '" + scene.receivers[0].name + "' stands within 2 cells of a source"));
    const Point far = scene.sources[0].position;
    Point near = scene.receivers[0].position;
    near.x += 1.5 * cell;
    scene.survey = make_survey(scene, {far, far}, Survey::Spread::fixed);
    EXPECT_THAT(plan_of(scene).report.warnings, Not(warned));
    scene.survey = make_survey(scene, {far, near}, Survey::Spread::fixed);
    EXPECT_THAT(plan_of(scene).report.warnings, warned);
}

/// Along an axis of leggy-1 a wave of k radians per cell has sin(w T / 2) = C sin(k / 2), and its speed is w / k.
TEST(PlanWarnings, TellsHowFarWavesAreOffTheirSpeed) {
    Scene scene = heard_room();
    scene.grid.max_frequency_hz = test::sound_speed / (3 * cell);
    const Plan plan = plan_of(scene);
    const double c = plan.courant(), k = 2 * std::numbers::pi / 3;
    const double speed = 2 * std::asin(c * std::sin(k / 2)) / c / k;
    const std::string percent = fmt::format(" Hz travel {:+.1f} % off their speed", 100 * (speed - 1));
    EXPECT_THAT(plan.report.warnings, Contains(HasSubstr(percent)));
}

}  // namespace
}  // namespace wavesim
