// SPDX-License-Identifier: MIT
#include "solvers/accuracy/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/scene_builder.hpp"

namespace wavesim {
namespace {

using test::box_scene;
using test::cell;
using test::plan_of;
using test::receiver;
using test::ricker;

Scene open_room() {
    Scene scene = box_scene({40, 40, 40}, "leggy-1", 0.05);
    scene.outputs.compare = ExactReference::free_field;
    scene.sources = {ricker({20 * cell, 20 * cell, 12 * cell}, 20)};
    scene.receivers = {receiver("up", {20 * cell, 20 * cell, 20 * cell}),
                       receiver("aside", {26 * cell, 20 * cell, 12 * cell})};
    return scene;
}

TEST(Comparison, EndsWhenTheFirstReflectionMayArrive) {
    const Plan plan = plan_of(open_room());
    const std::vector<double> exact = exact_traces(plan, ExactReference::free_field, plan.decision.steps);
    const Comparison c = compare_with_exact(plan, exact);
    EXPECT_EQ(c.reference, "free_field");
    ASSERT_EQ(c.receivers.size(), 2u);
    EXPECT_NEAR(c.receivers[0].until_s, 32 * cell / test::sound_speed, 1e-12);  // by way of the floor
    EXPECT_NEAR(c.receivers[1].until_s, std::hypot(6, 24) * cell / test::sound_speed, 1e-12);
    EXPECT_EQ(c.receivers[0].relative_error, 0);
    EXPECT_NEAR(c.receivers[0].distance_m, 8 * cell, 1e-12);
    EXPECT_EQ(c.worst(), 0);
}

TEST(Comparison, SolidsReflectToo) {
    Scene scene = open_room();
    scene.solids = {{"block", {22 * cell, 18 * cell, 4 * cell}, {24 * cell, 22 * cell, 9 * cell}, {}}};
    const Plan plan = plan_of(scene);
    const Comparison c = compare_with_exact(plan, exact_traces(plan, ExactReference::free_field, plan.decision.steps));
    const double way = std::hypot(2, 3) + std::hypot(2, 3);
    EXPECT_NEAR(c.receivers[1].until_s, way * cell / test::sound_speed, 1e-12);
}

TEST(Comparison, GivesTheLargestErrorRelativeToTheLargestExactValue) {
    const Plan plan = plan_of(open_room());
    std::vector<double> recorded = exact_traces(plan, ExactReference::free_field, plan.decision.steps);
    const Comparison before = compare_with_exact(plan, recorded);
    const double peak = before.receivers[1].peak_pa;
    recorded[2 * 30 + 1] += 0.25 * peak;
    recorded.back() += 1e6;  // after the first reflection: not compared
    const Comparison c = compare_with_exact(plan, recorded);
    EXPECT_EQ(c.receivers[0].relative_error, 0);
    EXPECT_DOUBLE_EQ(c.receivers[1].relative_error, 0.25);
    EXPECT_DOUBLE_EQ(c.worst(), 0.25);
}

TEST(Comparison, OfAStoppedRunCoversItsSteps) {
    const Plan plan = plan_of(open_room());
    std::vector<double> recorded = exact_traces(plan, ExactReference::free_field, 20);
    const Comparison c = compare_with_exact(plan, recorded);
    EXPECT_EQ(c.steps, 20);
    EXPECT_EQ(c.exact.size(), 40u);
    EXPECT_EQ(c.receivers[1].compared_steps, 20);
}

TEST(Comparison, AReceiverAtTheSourceIsNotCompared) {
    Scene scene = open_room();
    scene.receivers[0].position = scene.sources[0].position;
    const Plan plan = plan_of(scene);
    const std::vector<double> recorded(static_cast<std::size_t>(2 * plan.decision.steps), 1.0);
    const Comparison c = compare_with_exact(plan, recorded);
    EXPECT_FALSE(c.receivers[0].heard());
    EXPECT_TRUE(c.receivers[1].heard());
}

}  // namespace
}  // namespace wavesim
