// SPDX-License-Identifier: MIT
#include "solvers/plan/planned_ports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "stencils/backend/some_gpu.hpp"

namespace wavesim {
namespace {

using test::plan_of;
using testing::HasSubstr;

/// A box of 20 x 16 x 12 cells whose sides absorb.
Scene port_room(const std::string& stencil) {
    Scene scene = test::small_room(stencil);
    scene.medium = Medium{};
    scene.medium.sound_speed_m_s = test::sound_speed;
    scene.boundaries.side.fill(test::admittance(0.1));
    scene.boundaries.walls = WallForm::vertex;
    return scene;
}

/// "key: message; suggestion" of the only fault of a scene; "" where there is none.
std::string fault_of(const Scene& scene) {
    try {
        plan_of(scene);
    } catch (const SceneError& error) {
        const Fault& fault = error.faults().front();
        return fault.key + ": " + fault.message + "; " + fault.suggestion;
    }
    return {};
}

TEST(PlannedPorts, AreTheWallsOfRoomsThatAskForThem) {
    const Plan plan = plan_of(port_room("leggy-4"));
    EXPECT_EQ(plan.report.walls_method, "ports at the vertices (VP)");
    EXPECT_TRUE(plan.decision.shape.wall_ports);
    EXPECT_EQ(plan.decision.backend, "cpu");
    const WallPasses& walls = common_part(plan.problem).walls;
    EXPECT_EQ(std::ssize(walls.ports.nodes), 21 * 17 * 13 - 19 * 15 * 11);
    EXPECT_TRUE(walls.explicit_walls.nodes.empty());

    Scene furnished = port_room("compact-27-iwb");
    furnished.solids = {{"box",
                         {8 * test::cell, 9 * test::cell, 0},
                         {10 * test::cell, 11 * test::cell, 3 * test::cell},
                         test::admittance(0.3)}};
    EXPECT_EQ(plan_of(furnished).report.walls_method, "ports at the vertices (VP), tangential completion at solids");
}

TEST(PlannedPorts, RunOnAGpuThatIsThereInSingleSteps) {
    Machine machine = test::small_machine();
    machine.gpu = test::some_gpu();
    for (const char* stencil : {"leggy-4", "compact-27-iwb"}) {
        const Plan plan = make_plan(port_room(stencil), machine, {});
        EXPECT_EQ(plan.decision.backend, "stream25.sweep");
        const auto ports = std::ssize(common_part(plan.problem).walls.ports.nodes);
        EXPECT_EQ(ports, 21 * 17 * 13 - 19 * 15 * 11);
        PlanOptions passes;
        passes.backend = "temporal";
        EXPECT_THROW(make_plan(port_room(stencil), machine, passes), EnvironmentError);
    }
}

TEST(PlannedPorts, TellWhatTheyMakeOfLosses) {
    const Plan ports = plan_of(port_room("leggy-4"));
    Scene half = port_room("leggy-4");
    half.boundaries.walls = WallForm::half;
    ASSERT_EQ(ports.report.wall_losses.size(), 6U);
    EXPECT_LT(std::abs(ports.report.wall_losses[0].normal_reverberation), 0.012);
    EXPECT_GT(std::abs(plan_of(half).report.wall_losses[0].normal_reverberation), 0.03);
}

TEST(PlannedPorts, OfRigidWallsAreNone) {
    Scene scene = port_room("leggy-2");
    scene.boundaries.side.fill({});
    const Plan plan = plan_of(scene);
    EXPECT_FALSE(plan.decision.shape.wall_ports);
    EXPECT_EQ(plan.report.walls_method, "rigid walls, mirrored halo");
}

TEST(PlannedPorts, AreRefusedWithOneSentence) {
    EXPECT_EQ(fault_of(port_room("leggy-3")),
              "boundaries.walls: walls at the vertices are not known for leggy-3 (but for leggy-1, leggy-2, leggy-4, "
              "compact-19-isotropic, compact-57-fine, compact-57-opt, compact-123-me6, compact-27-iwb); use stencil: "
              "leggy-4, or walls: half");
    EXPECT_THAT(fault_of(port_room("compact-27-opt")), HasSubstr("use stencil: compact-27-iwb, or walls: half"));
    Scene coarse = port_room("leggy-1");
    coarse.grid.points_per_wavelength = 5;
    EXPECT_EQ(fault_of(coarse),
              "boundaries.walls: walls at the vertices need 6 points per wavelength or more with leggy-1, here are 5; "
              "use points_per_wavelength: 6, or walls: half");
    Scene checkered = port_room("compact-57-fine");
    checkered.grid.points_per_wavelength = 4;
    EXPECT_EQ(
        fault_of(checkered),
        "boundaries.walls: walls at the vertices need 4.5 points per wavelength or more with compact-57-fine, here "
        "are 4 (with fewer, waves of two cells that they do not damp lie in the band); use points_per_wavelength: "
        "4.5, or walls: half");
    EXPECT_EQ(fault_of(port_room("compact-57-fine")), "");
    Scene open = port_room("leggy-2");
    open.boundaries.kind[0] = SideKind::absorbing;
    open.boundaries.layer[0].cells = 8;
    EXPECT_EQ(fault_of(open),
              "boundaries.walls: walls at the vertices need walls on all six sides; write auto or half");
    Scene two_speeds = port_room("leggy-2");
    two_speeds.medium.layers = Medium::Layers{2, {5 * test::cell}, {test::sound_speed, 2 * test::sound_speed}};
    EXPECT_THAT(fault_of(two_speeds), HasSubstr("walls at the vertices need one speed of sound and one density"));
    for (const double fraction : {1.0, 0.5}) {
        Scene fast = port_room("leggy-2");
        fast.grid.courant_fraction = fraction;
        EXPECT_EQ(fault_of(fast),
                  "grid.courant_fraction: walls at the vertices need 0.95 to 0.999 of the largest stable time step; "
                  "leave it out, or use walls: half");
    }
    Scene soft = port_room("leggy-2");
    soft.boundaries.side[3] = test::admittance(101);
    EXPECT_THAT(fault_of(soft), HasSubstr("walls at the vertices have admittances up to 100"));
}

TEST(PlannedPorts, AutoTakesAStencilThatHasThem) {
    for (const double points : {10.0, 6.0, 4.0}) {
        Scene scene = port_room("auto");
        scene.grid.points_per_wavelength = points;
        EXPECT_EQ(fault_of(scene), "") << points;
        EXPECT_EQ(plan_of(scene).report.walls_method, "ports at the vertices (VP)") << points;
    }
}

}  // namespace
}  // namespace wavesim
