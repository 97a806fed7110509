// SPDX-License-Identifier: MIT
// Automatic walls on the nodes rule out several steps per pass; the plan says what that costs.
#include "solvers/plan/half_wall_passes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "physics/scene_builder.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "stencils/backend/some_gpu.hpp"

namespace wavesim {
namespace {

Machine with_fast_gpu() {
    Machine machine;
    machine.threads = 16;
    machine.isa = "x86-64-v4";
    machine.memory_total = machine.memory_available = std::int64_t{64} << 30;
    machine.gpu = test::some_gpu();
    machine.gpu.triad = {4.3e12, 4.3e12};
    return machine;
}

/// A hall whose floor and walls take sound.
Scene hall(WallForm walls, double duration_s) {
    Scene scene = test::box_scene({512, 400, 300}, "leggy-1", duration_s);
    scene.sources = {test::ricker(test::node(30, 30, 40), 20)};
    scene.receivers = {test::receiver("a", test::node(60, 30, 20))};
    scene.boundaries.walls = walls;
    scene.boundaries.side.fill(test::absorbing(0.1));
    scene.boundaries.side[4] = test::absorbing(0.3);
    return scene;
}

PlanSketch sketch(const Scene& scene, const std::string& backend = "auto", const Machine& machine = with_fast_gpu()) {
    PlanOptions options;
    options.backend = backend;
    return sketch_plan(draft_plan(scene, options), machine, options);
}

std::string why(const PlanSketch& plan) { return plan.decision.regions.front().why; }

TEST(HalfWallPasses, AreSaidToBeQuickerByWhatThePlanWithThemPredicts) {
    const PlanSketch chosen = sketch(hall(WallForm::automatic, 4));
    ASSERT_EQ(chosen.scene.boundaries.walls, WallForm::whole);
    EXPECT_EQ(chosen.decision.backend, "stream25.sweep");
    const PlanSketch half = sketch(hall(WallForm::half, 4));
    ASSERT_EQ(half.decision.backend, "temporal");

    const std::string start = "auto: the GPU can run it; with boundaries.walls: half temporal is predicted to take ";
    ASSERT_THAT(why(chosen), testing::StartsWith(start));
    const double said = std::atof(why(chosen).c_str() + start.size());
    const double setup_s = 0.13e-6 * static_cast<double>(half.walls.explicit_walls.nodes.size());  // as measured
    const double share = (half.forecast.time.steps + setup_s) / chosen.forecast.time.steps;
    EXPECT_LT(share, 0.87);
    EXPECT_NEAR(said, share, 0.006);  // two digits
}

/// A backend that needs walls half a cell beyond the nodes keeps them when it is named, others do not.
TEST(HalfWallPasses, KeepTheirWallsWhereTheirBackendIsNamed) {
    const PlanSketch passes = sketch(hall(WallForm::automatic, 4), "temporal");
    EXPECT_EQ(passes.decision.backend, "temporal");
    EXPECT_EQ(passes.decision.shape.halo[0], HaloRule::mirror_half);
    EXPECT_EQ(sketch(hall(WallForm::automatic, 4), "stream25.sweep").decision.shape.halo[0], HaloRule::mirror_whole);
}

TEST(HalfWallPasses, AreNotMentionedWhereTheyGainNothing) {
    EXPECT_EQ(why(sketch(hall(WallForm::automatic, 0.02))), "auto: the GPU can run it");  // set-up of walls
    EXPECT_EQ(why(sketch(hall(WallForm::whole, 4))), "auto: the GPU can run it");         // the scene wants them
    EXPECT_EQ(why(sketch(hall(WallForm::automatic, 4), "stream25.sweep")), "");
    Machine older = with_fast_gpu();
    older.gpu.capability_major = 8;  // passes with walls need 9.0
    EXPECT_EQ(why(sketch(hall(WallForm::automatic, 4), "auto", older)), "auto: the GPU can run it");
    Machine none = with_fast_gpu();
    none.gpu = Gpu::none("no GPU was looked for");
    EXPECT_EQ(why(sketch(hall(WallForm::automatic, 4), "auto", none)), "");
}

}  // namespace
}  // namespace wavesim
