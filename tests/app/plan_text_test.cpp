// SPDX-License-Identifier: MIT
#include "app/plan_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "app/small_scene.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim::test {
namespace {

using testing::HasSubstr;

TEST(PlanText, ShowsDiskTimeAndRateAsTheyAre) {
    Plan plan;
    plan.scene.name = "line";
    plan.decision.shape.extent = {100, 100, 50};
    plan.decision.shape.precision = Precision::float32;
    plan.decision.shape.stencil.dims = 3;
    plan.decision.steps = 1000;
    plan.decision.time_step_s = 1e-3;
    plan.decision.regions = {{{"inner", {{{0, 0, 0}, {100, 100, 50}}}, 1, "cpu"}, "x86-64-v3", ""}};
    plan.forecast.disk_bytes = 3 << 20;
    plan.forecast.time.steps = 60;
    plan.forecast.ctpn_s = 2e-9;
    plan.scene.survey.emplace();
    plan.scene.survey->shots.resize(3);
    Machine machine;
    machine.threads = 4;
    machine.triad = {8e9, 16e9};

    const std::string text = report_text(plan_lines(plan, machine));

    EXPECT_THAT(text, HasSubstr("\nDisk        3.00 MiB\n"));
    EXPECT_THAT(text, HasSubstr("Run time    20 s for each of 3 shots, 1 min 00 s on 4 threads (2.00 ns per node and "
                                "step; memory rate 8.00 GB/s)\n"));
}

/// An option counts more than the scene.
TEST(PlanText, NamesTheThreadsThatTheCommandLineAsksFor) {
    const TemporaryFolder folder;
    folder.write("scene.yaml", small_scene);
    const auto shown = [&](std::vector<std::string> options) {
        std::vector<std::string> arguments{"plan", "scene.yaml", "--backend", "cpu", "--set", "run.threads=2"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run_program(arguments, {.folder = folder.path()}).out;
    };

    EXPECT_THAT(shown({}), HasSubstr(" on 2 threads ("));
    EXPECT_THAT(shown({}), HasSubstr("threads by run.threads"));
    EXPECT_THAT(shown({"--threads", "1"}), HasSubstr(" on 1 thread ("));
    EXPECT_THAT(shown({"--threads", "1"}), HasSubstr("threads by --threads"));
    EXPECT_THAT(shown({"--set", "run.precision=double"}), HasSubstr("), double\n"));
    EXPECT_THAT(shown({"--set", "run.precision=double", "--precision", "float"}), HasSubstr("), float\n"));
}

/// Miki's formulas hold from 0.01 to 1 Hz per Pa s/m2 of the flow resistivity.
TEST(PlanText, SaysInWhatRangePorousLayersWereMeasured) {
    Plan plan;
    plan.decision.shape.stencil.dims = 3;
    plan.decision.regions = {{{"inner", {{{0, 0, 0}, {1, 1, 1}}}, 1, "cpu"}, "x86-64-v3", ""}};
    BandAbsorption wool;
    wool.surface = "wool";
    wool.curve.emplace();
    wool.curve->miss.hz = 250;
    wool.curve->miss.asked = {0.312, 0.121};
    wool.curve->miss.got = {0.305, -0.118};
    BandAbsorption table = wool;
    table.surface = "table";
    wool.curve->porous = PorousLayer{};
    wool.curve->porous->flow_resistivity = 12000;
    const auto lines = [&](const BandAbsorption& one) {
        plan.report.absorption = {one};
        return report_text(plan_lines(plan, Machine{}));
    };
    const std::string miss = "admittance (head-on) worst at 250 Hz: asked 0.312 + 0.121 i, got 0.305 - 0.118 i";

    EXPECT_THAT(
        lines(wool),
        HasSubstr(miss + "; of a porous layer by Miki, whose formulas were measured from 120 Hz to 12.0 kHz\n"));
    EXPECT_THAT(lines(table), HasSubstr(miss + "\n"));
    EXPECT_THAT(lines(table), testing::Not(HasSubstr("Miki")));
}

/// What was asked for and what the walls take, as text and as JSON.
TEST(PlanText, ShowsAbsorptionByFrequency) {
    const TemporaryFolder folder;
    folder.write("scene.yaml",
                 "wavesim: 1\ndomain: {size: [4.0, 3.2, 2.4]}\n"
                 "grid: {max_frequency: 512 Hz, points_per_wavelength: 8, stencil: leggy-4}\ntime: {duration: 0.1 s}\n"
                 "materials: {felt: {absorption: {128: 0.1, 512: 0.4, 1024: 0.6}}}\n"
                 "boundaries: {walls: vertex, default: felt}\n"
                 "sources: [{position: [1, 0.8, 0.7], signal: {kind: ricker, peak_frequency: 200 Hz}}]\n"
                 "receivers: [{position: [3, 2, 1.5]}]\n");

    const std::string text = run_program({"plan", "scene.yaml"}, {.folder = folder.path()}).out;
    EXPECT_THAT(text, HasSubstr("Absorption  felt (random incidence); bands in brackets are not given"));
    EXPECT_THAT(text, HasSubstr(" (64.0 Hz)    128 Hz  (256 Hz)    512 Hz\n"));
    EXPECT_THAT(text, HasSubstr("asked          0.1       0.1      0.25       0.4\n"));
    EXPECT_THAT(text, HasSubstr("125 Hz: reverberation time"));

    const std::string json = run_program({"plan", "scene.yaml", "--json"}, {.folder = folder.path()}).out;
    const auto plan = nlohmann::json::parse(json);
    ASSERT_EQ(plan["absorption"].size(), 1U);
    const auto& bands = plan["absorption"][0]["bands"];
    ASSERT_EQ(bands.size(), 4U);
    EXPECT_EQ(bands[2]["hz"], 256);
    EXPECT_EQ(bands[2]["given"], false);
    EXPECT_NEAR(bands[3]["got"].get<double>(), 0.4, 0.004);
    EXPECT_EQ(plan["room"]["octaves"].size(), 5U);
}

TEST(PlanText, SaysHowSlopesOfAMeshAreComputed) {
    Plan plan;
    plan.decision.shape.extent = {20, 30, 10};
    plan.decision.regions = {{{"inner", {{{0, 0, 0}, {20, 30, 10}}}, 1, "cpu"}, "x86-64-v3", ""}};
    plan.report.geometry.mesh.emplace();
    plan.report.geometry.mesh->file = "hall.obj";
    plan.report.geometry.mesh->triangles = 12;
    const auto shown = [&](const char* walls) {
        plan.report.geometry.mesh->walls = walls;
        return report_text(plan_lines(plan, {}));
    };

    EXPECT_THAT(shown("cut"), HasSubstr("slopes: cut cells\n"));
    EXPECT_THAT(shown("areas"), HasSubstr("slopes: stairs with their true areas\n"));
    EXPECT_THAT(shown("voxel"), HasSubstr("slopes: stairs\n"));
}

}  // namespace
}  // namespace wavesim::test
