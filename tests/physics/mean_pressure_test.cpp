// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "physics/scene_builder.hpp"
#include "solvers/signal/signal.hpp"

namespace wavesim {
namespace {

using test::box_scene;
using test::cell;
using test::plan_of;
using test::ricker;
using test::sound_speed;

/// In a closed rigid room <u>+ - 2 <u> + <u>- = c^2 T^2 s / V exactly, whatever the stencil and the solids.
void expect_exact_mean(Scene scene, double air_volume) {
    scene.sources = {ricker({7.3 * cell, 6.1 * cell, 4.8 * cell}, 10)};
    scene.sources[0].signal.kind = SignalKind::gaussian;
    scene.sources[0].signal.width_s = 4 * cell / sound_speed;
    scene.sources[0].time_filter = TimeFilter::off;
    scene.outputs.snapshots = SnapshotOutput{1e-9, std::nullopt, 1, false, false};  // every step
    const Plan plan = plan_of(scene);
    test::MemoryRecorder recorder;
    test::run(plan, recorder);

    const Signal signal(scene.sources[0].signal, plan.decision.time_step_s);
    const std::vector<double> s = signal.sample(plan.decision.steps, false);
    const double cell_volume = plan.decision.spacing_m * plan.decision.spacing_m * plan.decision.spacing_m;
    std::vector<double> mean{0, 0};  // u^{-1}, u^0
    for (const auto& snapshot : recorder.snapshots)
        mean.push_back(std::accumulate(snapshot.values.begin(), snapshot.values.end(), 0.0) * cell_volume / air_volume);
    ASSERT_EQ(static_cast<std::int64_t>(mean.size()), plan.decision.steps + 2);
    const double step = sound_speed * plan.decision.time_step_s;
    double worst = 0;
    double largest = 0;
    for (std::size_t n = 0; n < s.size(); ++n) {
        const double expected = step * step * s[n] / air_volume;
        worst = std::max(worst, std::abs(mean[n + 2] - 2 * mean[n + 1] + mean[n] - expected));
        largest = std::max(largest, std::abs(expected));
    }
    EXPECT_LE(worst, 1e-9 * largest);
    EXPECT_GT(largest, 0);
}

TEST(MeanPressure, FollowsTheSourceInARigidBox) {
    expect_exact_mean(box_scene({14, 13, 12}, "compact-57-opt", 0.03), 14 * 13 * 12 * cell * cell * cell);
}

TEST(MeanPressure, FollowsTheSourceAroundSolids) {
    for (const std::string stencil : {"leggy-4", "compact-27-iwb"}) {
        Scene scene = box_scene({14, 13, 12}, stencil, 0.03);
        scene.solids = {{"block", {0, 0, 0}, {3 * cell, 4 * cell, 5 * cell}, {}},
                        {"pillar", {10 * cell, 9 * cell, 0}, {11 * cell, 10 * cell, 12 * cell}, {}}};
        expect_exact_mean(scene, (14 * 13 * 12 - 3 * 4 * 5 - 12) * cell * cell * cell);
    }
}

}  // namespace
}  // namespace wavesim
