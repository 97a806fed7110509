// SPDX-License-Identifier: MIT
#include "solvers/accuracy/image_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "boundary/surface.hpp"
#include "physics/scene_builder.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {
namespace {

using std::numbers::pi;
using test::cell;

constexpr double near_cells = 2;

/// A room with a source far from walls, a receiver beside it, and another one.
struct Room {
    Plan plan;
    std::vector<PulseTone> tones;
    double late_per_m;

    Room(Scene scene, Point from, Point to) : plan(make(std::move(scene), from)) {
        plan.scene.receivers[1].position = to;
        const double c = plan.decision.slowest_m_s;
        tones = {{c / (10 * cell), 1}};
        late_per_m = 0.01 / c;
        const double way = std::hypot(to.x - from.x, to.y - from.y, to.z - from.z);
        error_ = 2 * std::sin(pi * tones[0].hz * way * late_per_m);
        level_ = std::pow(near_cells * cell / way, (plan.scene.dims - 1) / 2.0);
        run_m_ = way + cell + c * when_heard(plan.scene.sources[0].signal).centre;
    }
    /// Over what it would be without walls.
    double times() const { return image_errors(plan, tones, {late_per_m}, run_m_) / (level_ * error_); }

  private:
    static Plan make(Scene scene, Point from) {
        scene.sources = {test::ricker(from, 10)};
        scene.receivers = {test::receiver("near", {from.x + near_cells * cell, from.y, from.z}),
                           test::receiver("far", {from.x + 3 * cell, from.y, from.z})};
        return test::plan_of(scene);
    }
    double error_, level_, run_m_;
};

TEST(ImageErrors, OfACornerOfRigidWallsAreFourTimesThoseInTheOpen) {
    const Scene scene = test::box_scene({60, 1, 50}, "leggy-2", 0.02);
    const Point from{20 * cell, 0, 18 * cell};
    EXPECT_NEAR(Room(scene, from, {60 * cell, 0, 50 * cell}).times(), 4, 1e-9);
    EXPECT_NEAR(Room(scene, from, {60 * cell, 0, 30 * cell}).times(), 2, 1e-9);
}

TEST(ImageErrors, AreLessWhereWallsTakeSound) {
    Scene scene = test::box_scene({50, 40, 40}, "leggy-2", 0.02);
    scene.boundaries.side[1] = test::absorbing(0.4);
    const Point from{20 * cell, 20 * cell, 20 * cell};
    const double admittance = admittance_of(scene.boundaries.side[1]);
    EXPECT_NEAR(Room(scene, from, {50 * cell, 20 * cell, 20 * cell}).times(), 2 / (1 + admittance), 1e-9);
}

TEST(ImageErrors, AreLeftToOthersWhereImagesAreManyOrTheSpeedVaries) {
    Scene scene = test::box_scene({60, 1, 50}, "leggy-2", 0.02);
    const Point from{20 * cell, 0, 18 * cell};
    Room room(scene, from, {60 * cell, 0, 50 * cell});
    EXPECT_GT(image_errors(room.plan, room.tones, {room.late_per_m}, 200 * cell), 0);
    EXPECT_EQ(image_errors(room.plan, room.tones, {room.late_per_m}, 2000 * cell), 0);
    room.plan.decision.slowest_m_s /= 2;
    EXPECT_EQ(image_errors(room.plan, room.tones, {room.late_per_m}, 200 * cell), 0);
}

}  // namespace
}  // namespace wavesim
