// SPDX-License-Identifier: MIT
#include "solvers/accuracy/wall_echoes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/pulse_tones.hpp"
#include "solvers/accuracy/wall_form.hpp"

namespace wavesim {
namespace {

using test::cell;

/// A tube that ends in some side at the left and takes sound at the right; its source and receiver in cells from the
/// end.
constexpr double source_at = 40, receiver_at = 70;
Scene tube_of(const std::string& stencil, double points) {
    Scene scene = test::box_scene({120, 1, 3}, stencil, 200 * cell / test::sound_speed);
    scene.boundaries.walls = WallForm::half;
    scene.boundaries.kind[1] = SideKind::absorbing;
    scene.boundaries.layer[1].cells = 30;
    scene.sources = {test::ricker({source_at * cell, 0, 1.5 * cell}, points)};
    scene.receivers = {test::receiver("a", {receiver_at * cell, 0, 1.5 * cell})};
    return scene;
}

/// The scheme has its echo exactly from rigid ends (1) and free surfaces (-1): the sum and the difference of both runs
/// are twice the direct sound and twice the echo. A wall of which R comes back would add R times that echo.
double measured_error(const std::string& stencil, double points, double admittance) {
    Scene scene = tube_of(stencil, points);
    const std::vector<double> rigid = test::run(test::plan_of(scene));
    scene.boundaries.side[0] = test::admittance(admittance);
    const std::vector<double> lossy = test::run(test::plan_of(scene));
    scene.boundaries.kind[0] = SideKind::free_surface;
    const std::vector<double> open = test::run(test::plan_of(scene));
    const double reflected = (1 - admittance) / (1 + admittance);
    double wrong = 0, all = 0;
    for (std::size_t n = 0; n < std::min({rigid.size(), lossy.size(), open.size()}); ++n) {
        const double direct = (rigid[n] + open[n]) / 2, echo = (rigid[n] - open[n]) / 2;
        wrong += std::pow(lossy[n] - direct - reflected * echo, 2);
        all += echo * echo;
    }
    return std::sqrt(wrong / all);
}

TEST(WallEchoes, AreWrongByAsMuchAsInARun) {
    struct Case {
        const char* stencil;
        double points, admittance;
    };
    for (const Case& one : {Case{"leggy-2", 14, 0.3}, Case{"leggy-4", 10, 0.08}, Case{"compact-27-iwb", 12, 0.5}}) {
        Scene scene = tube_of(one.stencil, one.points);
        scene.boundaries.side[0] = test::admittance(one.admittance);
        const DirectWays ways{(receiver_at - source_at) * cell, (receiver_at - source_at) * cell};
        const double said = wall_echo_error(test::plan_of(scene), ways);
        const double measured = measured_error(one.stencil, one.points, one.admittance);
        EXPECT_NEAR(said, measured, 0.1 * measured) << one.stencil;  // 3.75 degrees from head-on, and 12 tones
        EXPECT_GT(measured, 1e-3) << one.stencil;
    }
}

TEST(WallEchoes, OfRigidSidesAreRightAndSoundThatComesTooLateIsNotHeard) {
    Scene scene = tube_of("leggy-2", 14);
    const DirectWays ways{30 * cell, 30 * cell};
    EXPECT_EQ(wall_echo_error(test::plan_of(scene), ways), 0);
    scene.boundaries.side[0] = test::admittance(0.3);
    EXPECT_GT(wall_echo_error(test::plan_of(scene), ways), 0);
    scene.duration_s = 0.9 * (source_at + receiver_at) * cell / test::sound_speed;
    EXPECT_EQ(wall_echo_error(test::plan_of(scene), ways), 0);
}

/// In a plane sound falls by the root of its way.
TEST(WallEchoes, FallWithTheirWay) {
    Scene scene = tube_of("leggy-2", 14);
    scene.size_m.z = 90 * cell;
    scene.boundaries.kind[5] = scene.boundaries.kind[4] = SideKind::absorbing;
    scene.boundaries.layer[5].cells = scene.boundaries.layer[4].cells = 30;
    scene.boundaries.side[0] = test::admittance(0.2);
    scene.sources[0].position.z = scene.receivers[0].position.z = 41 * cell;
    const Plan plan = test::plan_of(scene);
    const double alone = error_of_wall(wall_scheme(plan, 0.2), 0.2, std::cos(3.75 * std::numbers::pi / 180),
                                       pulse_tones(plan), 2 * std::numbers::pi * plan.decision.time_step_s);
    EXPECT_NEAR(wall_echo_error(plan, {30 * cell, 30 * cell}), alone * std::sqrt(30.0 / (source_at + receiver_at)),
                1e-9);
}

}  // namespace
}  // namespace wavesim
