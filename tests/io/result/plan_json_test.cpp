// SPDX-License-Identifier: MIT
#include "io/result/plan_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "physics/scene_builder.hpp"
#include "solvers/error_budget.hpp"

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
}

}  // namespace
}  // namespace wavesim
