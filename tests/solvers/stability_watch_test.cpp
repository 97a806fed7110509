// SPDX-License-Identifier: MIT
#include "solvers/stability_watch.hpp"

#include <gtest/gtest.h>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

/// 1e4 sum |A| (1/X + (c t)^2 / (2 V)) in 3D and 1e4 sum |A| (1 + (c t)^2 / (2 S)) in 2D, V and S of the whole grid.
/// With c = 256 m/s a run of 1/16 s is 16 m long, up to the last step.
TEST(StabilityWatch, TheBoundIsThatOfAllImageSources) {
    const auto bound_over = [](Extent cells, double size) {
        Scene scene = test::box_scene(cells, "leggy-1", 1.0 / 16);
        scene.sources = {test::ricker(test::node(2, 0, 2), 26), test::ricker(test::node(3, 0, 3), 26)};
        scene.sources[1].signal.amplitude_pa_m = -3;
        const Plan plan = test::plan_of(scene);
        const double way_m = test::sound_speed * plan.decision.time_step_s * static_cast<double>(plan.decision.steps);
        EXPECT_NEAR(way_m, 16, 0.05);
        const double direct = cells.ny == 1 ? 1 : 16;  // 1 / X
        return pressure_bound(plan) / (1e4 * (1 + 3) * (direct + way_m * way_m / (2 * size)));
    };

    EXPECT_NEAR(bound_over({32, 16, 16}, 2), 1, 1e-3);  // the peaks are sampled
    EXPECT_NEAR(bound_over({32, 1, 16}, 2), 1, 1e-3);
}

}  // namespace
}  // namespace wavesim
