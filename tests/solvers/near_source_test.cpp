// SPDX-License-Identifier: MIT
#include "solvers/near_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"
#include "solvers/error_budget.hpp"

namespace wavesim {
namespace {

using test::cell;

/// In the open, a receiver so many cells from a source; both lie between nodes.
Scene beside(const std::string& stencil, double cells) {
    Scene scene = test::box_scene({30, 24, 24}, stencil, 90 * cell / test::sound_speed);
    scene.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 12;
    const Point at{10 * cell, 12 * cell, 12 * cell};
    scene.sources = {test::ricker(at, 22)};
    scene.receivers = {test::receiver("a", {at.x + cells * cell, at.y, at.z})};
    scene.outputs.compare = ExactReference::free_field;
    return scene;
}

/// Of the sound beside a source: never more than told, and at whole cells, where it is worst, a quarter of it and more.
TEST(NearSource, IsTrueOfReceiversBesideASource) {
    for (const std::string stencil : {"leggy-4", "compact-27-iwb"})
        for (const double cells : {1.5, 2.0, 3.0, 4.0}) {
            const Scene scene = beside(stencil, cells);
            const double measured = test::compare(scene).receivers[0].relative_error;
            const NearSource told = near_source(test::plan_of(scene));

            EXPECT_NEAR(told.cells, cells, 1e-9);
            EXPECT_LE(measured, told.error) << stencil << ", " << cells;
            if (cells >= 2) {
                EXPECT_GE(measured, told.error / 4) << stencil << ", " << cells;
            }
        }
}

TEST(NearSource, IsToldWhereAPointLiesBetweenNodes) {
    Scene scene = beside("leggy-4", 3);
    scene.outputs.compare = ExactReference::none;
    const auto told = testing::Contains(testing::HasSubstr("receivers near a source, one of the two between nodes"));
    EXPECT_THAT(describe(error_budget(test::plan_of(scene))), told);
    scene.receivers[0].position.x += 4 * cell;
    EXPECT_THAT(describe(error_budget(test::plan_of(scene))), testing::Not(told));
    scene.receivers[0].position.x -= 4 * cell;
    scene.sources[0].placement = scene.receivers[0].placement = Placement::nearest_node;
    EXPECT_THAT(describe(error_budget(test::plan_of(scene))), testing::Not(told));
}

}  // namespace
}  // namespace wavesim
