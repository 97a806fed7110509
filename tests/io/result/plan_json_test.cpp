// SPDX-License-Identifier: MIT
#include "io/result/plan_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/scene/reader.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "stencils/backend/some_gpu.hpp"

namespace wavesim {
namespace {

/// A wave that is e too fast needs way / c (1 / (1 + e) - 1) more for its way, in seconds; what layers send back is
/// below the pulse: a negative number of decibels.
TEST(PlanJson, ErrorsAreInSecondsAndDecibels) {
    Scene scene = test::small_room("leggy-2");
    scene.boundaries.kind[0] = SideKind::absorbing;
    scene.boundaries.layer[0].cells = 20;
    const nlohmann::ordered_json json = error_budget_json(error_budget(test::plan_of(scene)));

    const double way_m = json["longest_path_m"];
    EXPECT_NEAR(way_m, std::hypot(9, 5, 4) * test::cell, 1e-12);  // from the source to receiver "a"
    ASSERT_EQ(json["directions"].size(), 4U);
    for (const auto& direction : json["directions"]) {
        const double per_metre_s = (1 / (1 + direction["speed"].get<double>()) - 1) / test::sound_speed;
        EXPECT_NEAR(direction["delay_s"], way_m * per_metre_s, 1e-15);
        EXPECT_NEAR(direction["run_delay_s"], json["run_path_m"].get<double>() * per_metre_s, 1e-12);
    }
    EXPECT_LT(json["layer_reflection_db"], -60);
    EXPECT_GT(json["layer_reflection_db"], -100);
    ASSERT_EQ(json["layers"].size(), 1U);
    EXPECT_EQ(json["layers"][0]["side"], "x_min");
    EXPECT_EQ(json["layers"][0]["cells"], 20);
    EXPECT_LE(json["layers"][0]["reflection_db"], json["layer_reflection_db"]);
}

/// A verdict that is not known is no number.
TEST(PlanJson, TheVerdictIsTheErrorOfAllCausesOrNothing) {
    ErrorBudget budget;
    budget.run_s = 1;
    budget.waves = {0.03, 0.04, 0, 0};
    budget.medium = {0.002, 0.12, 'x'};
    const nlohmann::ordered_json json = error_budget_json(budget);
    EXPECT_NEAR(json["of_loudest"], 0.13, 1e-12);
    EXPECT_EQ(json["causes"].size(), 3U);
    EXPECT_EQ(json["medium"]["axis"], "x");
    EXPECT_EQ(json["medium"]["reflected"], 0.002);
    EXPECT_EQ(json["medium"]["transmitted"], 0.12);
    budget.may_grow = true;
    EXPECT_TRUE(error_budget_json(budget)["of_loudest"].is_null());
}

struct Sketched {
    const char* name;
    const char* scene;
    std::vector<Override> sets;
    const char* backend = "auto";
};

class PlanJsonOfASketch : public ::testing::TestWithParam<Sketched> {};

/// Of grids of more nodes than a slab holds.
TEST_P(PlanJsonOfASketch, IsThatOfThePlan) {
    const Scene scene =
        read_scene(std::filesystem::path(WAVESIM_SOURCE_DIR) / "scenes" / GetParam().scene, GetParam().sets).scene;
    Machine machine = test::small_machine();
    machine.memory_available = std::int64_t{16} << 30;
    const Plan plan = make_plan(scene, machine, {});
    const PlanSketch sketch = sketch_plan(draft_plan(scene, {}), machine, {});

    ASSERT_GT(plan.grid().nodes(), 1 << 20);
    EXPECT_EQ(plan_json(sketch, sketch.walls).dump(2), plan_json(plan, common_part(plan.problem).walls).dump(2));
}

INSTANTIATE_TEST_SUITE_P(
    PlanJson, PlanJsonOfASketch,
    ::testing::Values(
        Sketched{"Solids", "room.yaml", {}},
        Sketched{"ManyReceivers",
                 "room.yaml",
                 {{"receivers=[{line: {from: [0.5, 0.6, 1.2], to: [4.3, 3.4, 2.3], count: 5000}}]"}}},
        Sketched{"Layers", "two_layers.yaml", {{"grid.max_frequency=80 Hz"}}},
        Sketched{"Codes", "salt.yaml", {{"grid.max_frequency=150 Hz"}, {"medium.storage=index16"}}},
        Sketched{
            "LossyWalls", "salt.yaml", {{"grid.max_frequency=150 Hz"}, {"boundaries={default: {absorption: 0.2}}"}}},
        Sketched{"Densities",  // which lower the Courant number
                 "two_layers.yaml",
                 {{"grid.max_frequency=80 Hz"}, {"grid.stencil=leggy-4"}, {"medium.layers.densities=[1000, 20000]"}}},
        Sketched{"Tilted", "tti_fault.yaml", {{"domain.size=[60 km, 2 km]"}}},
        Sketched{"TurnedFar",
                 "tti_fault.yaml",
                 {{"domain.size=[60 km, 2 km]"}, {"tti.layers[2]={epsilon: 0.2, delta: 0, theta: 80}"}}},
        Sketched{"K73",
                 "tti_fault.yaml",
                 {{"domain.size=[60 km, 2 km]"}, {"tti.form=k73"}, {"boundaries.default={absorbing: {cells: 40}}"}}}),
    [](const auto& test) { return std::string(test.param.name); });

class PlanJsonOfASketchForAGpu : public ::testing::TestWithParam<Sketched> {};

/// Receivers as boxes, of which passes of several steps in 3D and 2D and both fields of TTI media count what they list.
TEST_P(PlanJsonOfASketchForAGpu, IsThatOfThePlan) {
    const Scene scene =
        read_scene(std::filesystem::path(WAVESIM_SOURCE_DIR) / "scenes" / GetParam().scene, GetParam().sets).scene;
    Machine machine = test::small_machine();
    machine.memory_available = std::int64_t{16} << 30;
    machine.gpu = test::some_gpu();
    machine.gpu.triad.float32 = 4e12;
    PlanOptions options;
    options.backend = GetParam().backend;
    const Plan plan = make_plan(scene, machine, options);
    const PlanSketch sketch = sketch_plan(draft_plan(scene, options), machine, options);

    EXPECT_GT(plan.forecast.memory.device, 0);
    EXPECT_EQ(plan_json(sketch, sketch.walls).dump(2), plan_json(plan, common_part(plan.problem).walls).dump(2));
}

INSTANTIATE_TEST_SUITE_P(
    PlanJson, PlanJsonOfASketchForAGpu,
    ::testing::Values(Sketched{"SingleSteps",
                               "room.yaml",
                               {{"receivers=[{line: {from: [0.5, 0.6, 1.2], to: [4.3, 3.4, 2.3], count: 700}}]"}},
                               "stream25.sweep"},
                      Sketched{"PassesIn3D",
                               "shoebox_exact.yaml",
                               {{"grid.stencil=leggy-1"},
                                {"boundaries={default: rigid}"},
                                {"receivers=[{line: {from: [0.5, 2.0, 1.1], to: [2.5, 2.1, 1.3], count: 500}}]"}},
                               "temporal"},
                      Sketched{"PassesIn2D",
                               "barrier_2d.yaml",
                               {{"grid.stencil=leggy-1"},
                                {"boundaries={default: rigid}"},
                                {"solids=[]"},
                                {"receivers=[{line: {from: [1.3, 0.6], to: [6.1, 2.9], count: 300}}]"}},
                               "temporal"},
                      Sketched{"Tilted",
                               "tti_fault.yaml",
                               {{"receivers=[{line: {from: [300, 40], to: [1700, 35], count: 200}}]"}},
                               "stream25.tti"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace wavesim
