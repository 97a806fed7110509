// SPDX-License-Identifier: MIT
#include "solvers/plan/plan_sketch.hpp"

#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan_draft.hpp"

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

}  // namespace
}  // namespace wavesim
