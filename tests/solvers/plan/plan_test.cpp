// SPDX-License-Identifier: MIT
#include "solvers/plan/plan.hpp"
#include "solvers/plan/make_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "physics/scene_builder.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

using test::admittance;
using test::box_scene;
using test::cell;
using test::faults_of;
using test::plan_of;
using test::receiver;
using test::ricker;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Scene keyed_room() {
    Scene scene = test::small_room();
    scene.receivers.resize(1);
    scene.receivers[0].key = "receivers[0]";
    return scene;
}

TEST(Plan, FixesEveryNumber) {
    const Plan plan = plan_of(keyed_room());
    EXPECT_EQ(plan.grid(), (Extent{20, 16, 12}));
    EXPECT_EQ(plan.decision.spacing_m, cell);
    EXPECT_NEAR(plan.decision.courant_limit, 1 / std::sqrt(3.0), 1e-9);
    EXPECT_NEAR(plan.courant(), 0.999 * plan.decision.courant_limit, 1e-12);
    EXPECT_DOUBLE_EQ(plan.decision.time_step_s, plan.courant() * cell / test::sound_speed);
    EXPECT_EQ(plan.decision.steps, static_cast<std::int64_t>(std::ceil(0.1 / plan.decision.time_step_s)));
    EXPECT_EQ(plan.report.stencil_reason, "asked for");
    EXPECT_DOUBLE_EQ(plan.report.dispersion.points_per_wavelength, 10);
    EXPECT_NEAR(plan.report.dispersion.worst, -0.0111, 2e-4);
    ASSERT_EQ(plan.decision.regions.size(), 1u);
    EXPECT_EQ(plan.decision.regions[0].backend, "cpu");
    EXPECT_GT(plan.forecast.memory.total(), 2 * 20 * 16 * 12 * 8);
    EXPECT_GT(plan.forecast.disk_bytes, plan.decision.steps * 8);
    EXPECT_GT(plan.forecast.ctpn_s, 0);
    EXPECT_DOUBLE_EQ(plan.forecast.time.steps,
                     plan.forecast.ctpn_s * 20 * 16 * 12 * static_cast<double>(plan.decision.steps));
    EXPECT_THAT(plan.report.warnings, IsEmpty());
}

TEST(Plan, HandsTheBackendAScaledSourceAndInterpolationWeights) {
    Scene scene = keyed_room();
    scene.sources[0].signal.amplitude_pa_m = 3;
    const Plan plan = plan_of(scene);
    ASSERT_EQ(common_part(plan.problem).sources.size(), 1u);
    const Injection& source = common_part(plan.problem).sources[0];
    EXPECT_THAT(source.at.nodes, ElementsAre(plan.grid().index(5, 4, 3)));
    const auto n = static_cast<std::size_t>(30);
    const double t = 30 * plan.decision.time_step_s;
    const double f = scene.sources[0].signal.frequency_hz;
    const double q = std::pow(M_PI * f * (t - 1.5 / f), 2);
    const double step = test::sound_speed * plan.decision.time_step_s;
    EXPECT_NEAR(source.signal[n], step * step / std::pow(cell, 3) * 3 * (1 - 2 * q) * std::exp(-q), 1e-12);
    EXPECT_THAT(common_part(plan.problem).receivers[0].nodes, ElementsAre(plan.grid().index(14, 9, 7)));
    EXPECT_EQ(plan.decision.sources[0].half_width, 4);
}

TEST(Plan, LineSourcesScaleWithTheSquareOfTheSpacing) {
    Scene scene = box_scene({20, 1, 12}, "leggy-1", 0.1);
    scene.sources = {ricker({5.5 * cell, 0, 3.5 * cell}, 26)};
    const Plan plan = plan_of(scene);
    const double f = scene.sources[0].signal.frequency_hz;
    const double q = std::pow(M_PI * f * (20 * plan.decision.time_step_s - 1.5 / f), 2);
    EXPECT_NEAR(common_part(plan.problem).sources[0].signal[20],
                plan.courant() * plan.courant() * (1 - 2 * q) * std::exp(-q), 1e-12);
    EXPECT_NEAR(plan.decision.courant_limit, std::sqrt(0.5), 1e-9);
}

TEST(Plan, MaxFrequencySetsTheSpacing) {
    Scene scene = keyed_room();
    scene.grid.spacing_m.reset();
    scene.grid.max_frequency_hz = 400;
    scene.grid.points_per_wavelength = 8;
    const Plan plan = plan_of(scene);
    const double asked = test::sound_speed / (400 * 8);
    EXPECT_LE(plan.decision.spacing_m, asked);
    EXPECT_GE(plan.decision.spacing_m, 0.97 * asked);
    EXPECT_EQ(plan.report.dispersion.frequency_hz, 400);
    EXPECT_DOUBLE_EQ(plan.report.dispersion.points_per_wavelength, test::sound_speed / (400 * plan.decision.spacing_m));
}

TEST(Plan, NearestNodePointsStandOnTheirNode) {
    Scene scene = keyed_room();
    scene.receivers[0].position = {14.9 * cell, 9.1 * cell, 7.6 * cell};
    scene.receivers[0].placement = Placement::nearest_node;
    const Plan plan = plan_of(scene);
    EXPECT_EQ(plan.decision.receivers[0].position, (Point{14.5 * cell, 9.5 * cell, 7.5 * cell}));
    EXPECT_EQ(plan.decision.receivers[0].half_width, 0);
}

TEST(Plan, SnapshotsBecomeStepsAndNodes) {
    Scene scene = keyed_room();
    scene.outputs.snapshots = SnapshotOutput{0.01, SnapshotOutput::Plane{2, 7.4 * cell}, 2, true, true};
    const Plan plan = plan_of(scene);
    ASSERT_TRUE(plan.decision.snapshots);
    EXPECT_EQ(plan.decision.snapshots->box.from.z, 7);
    EXPECT_EQ(plan.decision.snapshots->box.extent(), (Extent{10, 8, 1}));
    EXPECT_DOUBLE_EQ(plan.decision.snapshots->every_steps, 0.01 / plan.decision.time_step_s);
    EXPECT_EQ(plan.decision.snapshots->count, std::llround(std::floor(scene.duration_s / 0.01)));
}

TEST(Plan, SnapshotsDoNotDrift) {
    Scene scene = keyed_room();
    scene.duration_s = 0.5;
    scene.outputs.snapshots = SnapshotOutput{0.005, SnapshotOutput::Plane{2, 7.4 * cell}, 1, false, true};
    const Plan plan = plan_of(scene);
    ASSERT_EQ(plan.decision.snapshots->count, 100);
    std::int64_t taken = 0;
    for (std::int64_t step = 0; step <= plan.decision.steps; ++step) {
        EXPECT_EQ(plan.decision.snapshots->taken_before(step), taken);
        if (taken == 100 || plan.decision.snapshots->step_of(taken) != step) continue;
        ++taken;
        EXPECT_NEAR(static_cast<double>(step) * plan.decision.time_step_s, 0.005 * static_cast<double>(taken),
                    plan.decision.time_step_s * 0.5000001);
    }
    EXPECT_EQ(taken, 100);
}

TEST(Plan, SnapshotsOfEveryStepAreTheClosest) {
    Scene scene = keyed_room();
    scene.outputs.snapshots = SnapshotOutput{1e-6, SnapshotOutput::Plane{2, 7.4 * cell}, 1, false, true};
    const Plan plan = plan_of(scene);
    EXPECT_EQ(plan.decision.snapshots->count, plan.decision.steps);
    EXPECT_EQ(plan.decision.snapshots->step_of(plan.decision.steps - 1), plan.decision.steps);
    EXPECT_THAT(plan.report.warnings,
                Contains(HasSubstr("snapshots are asked for every 1e-06 s, which is less than the time")));
    EXPECT_THAT(check_plan(scene, test::small_machine(), {}).warnings,
                Contains(HasSubstr("snapshots are asked for every")));
}

TEST(Plan, DecimationLeavesTwoNodesAlongEachSide) {
    Scene scene = keyed_room();
    scene.outputs.snapshots = SnapshotOutput{0.01, SnapshotOutput::Plane{2, 7.4 * cell}, 15, true, true};
    EXPECT_EQ(plan_of(scene).decision.snapshots->box.extent(), (Extent{2, 2, 1}));
    scene.outputs.snapshots->decimate = 16;
    EXPECT_THAT(faults_of(scene), Contains("outputs.snapshots.decimate: one node of 16 would be left along y"));
}

TEST(PlanFaults, SilentSourceIsOne) {
    Scene scene = keyed_room();
    scene.sources[0].signal.delay_s = 100 * scene.duration_s;
    EXPECT_THAT(faults_of(scene),
                Contains(HasSubstr("sources[0].signal.delay: the source stays silent: its signal begins at")));
}

/// Faces of solids at multiples of the spacing; computed positions miss them by rounding.
TEST(PlanFaults, APointOnAFaceOfASolidIsInTheAir) {
    Scene scene = keyed_room();
    for (const double face : {11.0, 12.0, 13.0, 14.0}) {
        const double last = face + 2;
        scene.solids = {{"block", {face * cell, 0, 0}, {last * cell, 16 * cell, 4 * cell}, {}}};
        for (const double nudge : {-1e-13, 0.0, 1e-13})
            for (const double x : {face, last}) {
                scene.receivers[0].position = {x * cell + nudge, 9.4 * cell, 2.4 * cell};
                const Plan plan = plan_of(scene);
                const auto beside = static_cast<std::int64_t>(x == face ? face - 1 : last);
                bool is_read = false;
                for (const std::int64_t i : common_part(plan.problem).receivers[0].nodes) {
                    const Node n = node_at(plan.grid(), i);
                    if (n.z < 4 && n.y < 16) {
                        EXPECT_TRUE(x == face ? n.x <= beside : n.x >= beside) << n.x;
                    }
                    is_read = is_read || (n.x == beside && n.y == 9 && n.z == 2);
                }
                EXPECT_TRUE(is_read);
            }
        scene.receivers[0].position.x = (face + 0.01) * cell;
        EXPECT_THAT(faults_of(scene), Contains(HasSubstr("lies in a cell of the solid 'block'")));
    }
}

TEST(PlanFaults, AreAllFoundInOnePass) {
    Scene scene = keyed_room();
    scene.solids = {{"block", {14 * cell, 9 * cell, 7 * cell}, {15 * cell, 10 * cell, 9 * cell}, admittance(-1)}};
    scene.sources[0].position.x = 3;
    scene.receivers[0].position = {14.4 * cell, 9.4 * cell, 7.4 * cell};
    scene.boundaries.walls = WallForm::whole;
    scene.outputs.compare = ExactReference::shoebox;
    const std::vector<std::string> faults = faults_of(scene);
    EXPECT_THAT(faults,
                Contains("sources[0].position: the source at [3, 0.2812, 0.2188] lies outside the domain (its size is "
                         "[1.25, 1, 0.75] m)"));
    EXPECT_THAT(faults,
                Contains("receivers[0]: the receiver at [0.9, 0.5875, 0.4625] lies in a cell of the solid 'block'"));
    EXPECT_THAT(faults, Contains(HasSubstr("solids[0].surface: ")));
    EXPECT_THAT(faults, Contains("boundaries.walls: whole-sample walls (whole) are for empty boxes, this scene has "
                                 "solids"));
    EXPECT_THAT(faults, Contains("outputs.compare: the exact shoebox solution holds for rigid sides and no solids, "
                                 "this scene has others"));
    EXPECT_EQ(faults.size(), 5u);
}

TEST(PlanFaults, OnePerReceiverLine) {
    Scene scene = keyed_room();
    scene.receivers.clear();
    for (int i = 0; i < 5; ++i) {
        scene.receivers.push_back(receiver("line", {(10 + 5 * i) * cell, cell, cell}));
        scene.receivers.back().key = "receivers[0].line";
    }
    EXPECT_THAT(
        faults_of(scene),
        ElementsAre(
            "receivers[0].line: the receiver at [1.562, 0.0625, 0.0625] lies outside the domain (its size is [1.25, 1, "
            "0.75] m), and 1 more of these receivers"));
}

TEST(PlanFaults, OfSingleValues) {
    const auto with = [](auto change) {
        Scene scene = keyed_room();
        change(scene);
        return faults_of(scene);
    };
    EXPECT_THAT(with([](Scene& s) { s.duration_s = 0; }),
                ElementsAre("time.duration: the duration must be longer than 0"));
    EXPECT_THAT(with([](Scene& s) { s.size_m.y = NAN; }), ElementsAre("domain.size: every side must be longer than 0"));
    EXPECT_THAT(with([](Scene& s) { s.sources.clear(); }),
                ElementsAre("sources: there is no source, so nothing would sound"));
    EXPECT_THAT(with([](Scene& s) { s.grid.spacing_m = 2; }),
                ElementsAre("grid.spacing: a spacing of 2 m is longer than the domain"));
    EXPECT_THAT(with([](Scene& s) { s.grid.spacing_m = 1e-9; }),
                ElementsAre("grid.spacing: a spacing of 1e-09 m makes a grid beyond every memory"));
    EXPECT_THAT(with([](Scene& s) { s.grid.max_frequency_hz = 4000; }),
                ElementsAre(HasSubstr("grid.spacing: 4000 Hz has only 1.02 points per wavelength")));
    EXPECT_THAT(with([](Scene& s) { s.grid.courant_fraction = 1.2; }),
                ElementsAre("grid.courant_fraction: 1.2 of the stability limit is unstable"));
    EXPECT_THAT(with([](Scene& s) { s.duration_s = 1e12; }), ElementsAre(HasSubstr("time.duration: ")));
    EXPECT_THAT(with([](Scene& s) { s.sources[0].signal.frequency_hz = 0; }),
                ElementsAre("sources[0].signal: the frequency must be above 0"));
    EXPECT_THAT(with([](Scene& s) { s.boundaries.side[1] = admittance(-0.1); }),
                ElementsAre(HasSubstr("boundaries.x_max: ")));
    EXPECT_THAT(with([](Scene& s) {
                    s.grid.stencil.name = "compact-461-me8";
                    s.solids = {{"block", {0, 0, 0}, {cell, cell, cell}, {}}};
                }),
                ElementsAre(HasSubstr("grid.stencil: compact-461-me8 has no stable treatment of solids (it reaches too "
                                      "far for the matrices that prove it there)")));
}

TEST(PlanFaults, OfOutputs) {
    const auto with = [](SnapshotOutput snapshots) {
        Scene scene = keyed_room();
        scene.outputs.snapshots = snapshots;
        return faults_of(scene);
    };
    EXPECT_THAT(with({0.01, SnapshotOutput::Plane{2, 0.8}, 1, true, true}),
                ElementsAre("outputs.snapshots.slice: z = 0.8 m lies outside the domain (0 to 0.75 m)"));
    EXPECT_THAT(with({0.01, std::nullopt, 1, true, true}), ElementsAre("outputs.snapshots.png: pictures need a slice"));
    EXPECT_THAT(with({-1, std::nullopt, 0, false, true}),
                ElementsAre("outputs.snapshots.every: the interval must be longer than 0",
                            "outputs.snapshots.decimate: decimation counts nodes: 1, 2, 3 ..."));
    Scene scene = keyed_room();
    scene.receivers.clear();
    scene.outputs.compare = ExactReference::free_field;
    EXPECT_THAT(faults_of(scene), ElementsAre("outputs.compare: there is no receiver to compare at"));
}

TEST(PlanFaults, ARoomFullOfSolidsHasNoAir) {
    Scene scene = keyed_room();
    scene.solids = {{"all", {0, 0, 0}, scene.size_m, {}}};
    EXPECT_THAT(faults_of(scene), Contains(HasSubstr("lies in a cell of the solid 'all'")));
}

TEST(Plan, UnknownBackendsAreNamed) {
    PlanOptions options;
    options.backend = "quantum";
    try {
        check_plan(keyed_room(), test::small_machine(), options);
        FAIL();
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::device);
        EXPECT_THAT(error.what(), HasSubstr("there is no backend 'quantum' in this build (it has: cpu"));
    }
}

TEST(Plan, RefusesWhatDoesNotFitAndSaysWhatWould) {
    Scene scene = keyed_room();
    scene.size_m = {60, 60, 60};
    Machine machine = test::small_machine();
    machine.memory_available = std::int64_t{1} << 30;
    std::string message;
    try {
        make_plan(scene, machine, {});
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::memory);
        message = error.what();
    }
    double need = 0;
    double free = 0;
    double spacing = 0;
    ASSERT_EQ(
        std::sscanf(message.c_str(), "the run needs %lf GiB, %lf GiB are free; the finest spacing that fits is %lf m",
                    &need, &free, &spacing),
        3)
        << message;
    EXPECT_NEAR(need, 960.0 * 960 * 960 * 8 / (1 << 30), 0.4);
    EXPECT_EQ(free, 1.0);
    try {
        check_plan(scene, machine, {});
        FAIL();
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::memory);
        EXPECT_EQ(error.what(), message);
    }
    // What it proposes fits; 3 % finer does not.
    scene.grid.spacing_m = spacing;
    scene.duration_s = 0.01;
    EXPECT_NO_THROW(make_plan(scene, machine, {}));
    scene.grid.spacing_m = 0.95 * spacing;
    EXPECT_THROW(make_plan(scene, machine, {}), EnvironmentError);
}

}  // namespace
}  // namespace wavesim
