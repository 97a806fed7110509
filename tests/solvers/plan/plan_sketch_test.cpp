// SPDX-License-Identifier: MIT
#include "solvers/plan/plan_sketch.hpp"

#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {
namespace {

/// Before the medium is there: the second field of k73 is read at sources, where the work that they do is heard.
TEST(SketchOfTti, CountsWhatSourcesHearAsTheWholePlanDoes) {
    for (const auto around : {Anisotropy::AroundSource::as_is, Anisotropy::AroundSource::elliptical}) {
        Scene scene = test::box_scene({80, 1, 80}, "auto", 0.01);
        scene.tti = Anisotropy{};
        scene.tti->everywhere = {0.2, 0.1, 0, 0};
        scene.tti->form = TtiForm::k73;
        scene.tti->around_source = around;
        scene.boundaries.kind.fill(SideKind::absorbing);
        scene.boundaries.kind[2] = scene.boundaries.kind[3] = SideKind::wall;
        for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 20;
        scene.sources = {test::ricker({40.3 * test::cell, 0, 40.6 * test::cell}, 26)};
        scene.receivers = {test::receiver("a", test::node(60, 0, 40))};
        const Plan plan = test::plan_of(scene);
        PlanOptions options;
        options.precision = Precision::float64;
        const PlanSketch sketch = sketch_plan(draft_plan(scene, options), test::small_machine(), options);
        EXPECT_EQ(sketch.forecast.memory.walls, plan.forecast.memory.walls);
        EXPECT_EQ(sketch.forecast.memory.process, plan.forecast.memory.process);
    }
}

/// The axis is nearest to z in the first slab and nearest to x in the last one, so the layers turn it far for one of
/// them. A box with an axis that is nearest to z leaves nothing to turn far.
TEST(SketchOfTti, FindsAxesThatLieFarApartInOtherSlabs) {
    for (const double tilt : {60.0, 40.0}) {
        Scene scene = test::box_scene({680, 1, 3080}, "auto", 0.01);
        scene.tti = Anisotropy{};
        scene.tti->everywhere = {0.2, 0.1, 0, 0};
        scene.tti->boxes = {{{0, 0, 2900 * test::cell}, {680 * test::cell, 0, 3080 * test::cell}, {0.2, 0.1, tilt, 0}}};
        scene.boundaries.kind.fill(SideKind::absorbing);
        scene.boundaries.kind[2] = scene.boundaries.kind[3] = SideKind::wall;
        for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 10;
        scene.sources = {test::ricker(test::node(340, 0, 40), 26)};
        scene.receivers = {test::receiver("a", test::node(60, 0, 40))};
        const PlanOptions options;
        PlanDraft draft = draft_plan(scene, options);
        const std::vector<NodeBox> slabs = slabs_of(draft.plan.grid());
        ASSERT_GE(slabs.size(), 3U);
        ASSERT_GT(slabs.back().from.z, 2900 + 10);  // only nodes of the box
        const PlanSketch sketch = sketch_plan(std::move(draft), test::small_machine(), options);
        EXPECT_EQ(sketch.report.axes_turn_far, tilt == 60.0) << tilt;
    }
}

/// A room with six walls of different materials and a solid, on the CPU and in passes of a GPU: the sketch reads slabs
/// of planes, the whole plan the whole grid.
TEST(PlanSketch, ForecastsWhatTheWholePlanForecasts) {
    Scene scene = test::small_room();
    for (std::size_t side = 0; side < 6; ++side)
        scene.boundaries.side[side] = test::admittance(0.02 * static_cast<double>(side + 1));
    const double cell = test::cell;
    scene.solids = {{"block", {3 * cell, 8 * cell, 0}, {7 * cell, 12 * cell, 5 * cell}, test::admittance(0.3)}};
    Machine gpu = test::small_machine();
    gpu.gpu = test::some_gpu();
    for (const auto& [backend, machine] : {std::pair("cpu", test::small_machine()), std::pair("temporal", gpu)}) {
        SCOPED_TRACE(backend);
        PlanOptions options;
        options.backend = backend;
        const Plan plan = make_plan(scene, machine, options);
        const PlanSketch sketch = sketch_plan(draft_plan(scene, options), machine, options);
        EXPECT_EQ(sketch.decision.backend, backend);
        EXPECT_EQ(sketch.courant(), plan.courant());
        EXPECT_EQ(sketch.report.walls_method, plan.report.walls_method);
        EXPECT_EQ(sketch.decision.regions.front().tile, plan.decision.regions.front().tile);
        const MemoryForecast& told = sketch.forecast.memory;
        const MemoryForecast& whole = plan.forecast.memory;
        EXPECT_GT(whole.walls, 0);
        EXPECT_EQ(told.walls, whole.walls);
        EXPECT_EQ(told.device, whole.device);
        EXPECT_EQ(told.making, whole.making);
        EXPECT_EQ(told.total(), whole.total());
        EXPECT_EQ(sketch.forecast.disk_bytes, plan.forecast.disk_bytes);
        EXPECT_EQ(sketch.forecast.time.steps, plan.forecast.time.steps);
        EXPECT_EQ(sketch.walls.explicit_walls.nodes, common_part(plan.problem).walls.explicit_walls.nodes);
        EXPECT_EQ(sketch.walls.branch_walls.nodes, common_part(plan.problem).walls.branch_walls.nodes);
        EXPECT_EQ(sketch.walls.solids.size(), common_part(plan.problem).walls.solids.size());
    }
}

}  // namespace
}  // namespace wavesim
