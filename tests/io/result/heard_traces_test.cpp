// SPDX-License-Identifier: MIT
#include "io/result/heard_traces.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/example_result.hpp"
#include "io/hdf5_reader.hpp"
#include "solvers/medium/air.hpp"

namespace wavesim {
namespace {

Plan plan_with_air(std::int64_t steps) {
    Plan plan = small_plan();
    SignalRequest pulse;
    pulse.kind = SignalKind::impulse;
    pulse.delay_s = 0.01;
    plan.scene.sources[0].signal = pulse;
    plan.scene.medium.air = Air{20, 0.3, 101'325};
    plan.decision.steps = steps;
    return plan;
}

TEST(HeardTracesTest, EveryShotAndReceiverCountsFromThePulse) {
    constexpr std::int64_t steps = 8000;  // 1 s
    const Plan plan = plan_with_air(steps);
    std::vector<double> samples;
    for (std::int64_t n = 0; n < steps; ++n) {  // 2 kHz: 0, 1, 0, -1
        const double tone = n % 2 == 0 ? 0 : n % 4 == 1 ? 1 : -1;
        samples.insert(samples.end(), {tone, 3 * tone});
    }
    const RecordedTraces recorded(samples, 2);
    const HeardTraces heard(plan, recorded);
    const std::vector<double> both = heard.block(0, 0, 2), second = heard.block(0, 1, 1);
    ASSERT_EQ(both.size(), 2U * steps);
    const double rate = absorption_rate(*plan.scene.medium.air, 2000);
    for (const std::size_t n : {801U, 3201U, 7201U}) {
        const double left = std::exp(-rate * (static_cast<double>(n) / 8000 - 0.01));
        EXPECT_NEAR(both[n], left, 1e-3 * left);
        EXPECT_NEAR(both[steps + n], 3 * left, 3e-3 * left);
        EXPECT_EQ(second[n], both[steps + n]);
    }
}

TEST(HeardTracesTest, AResultHasBoth) {
    const TemporaryFolder folder;
    const Plan plan = plan_with_air(8);
    write_example_result(folder.path() / "result.h5", plan);
    const Hdf5Reader result(folder.path() / "result.h5");
    const std::vector<double> recorded = result.block("/traces/pressure", {0, 0, 0}, {1, 2, 8});
    for (std::size_t n = 0; n < 8; ++n) EXPECT_EQ(recorded[n], 0.5 * static_cast<double>(n));
    EXPECT_EQ(result.shape(heard_pressure), (std::vector<std::int64_t>{1, 2, 8}));
    const std::vector<double> stored = result.block(heard_pressure, {0, 0, 0}, {1, 2, 8});
    std::vector<double> samples;
    for (int n = 0; n < 8; ++n) samples.insert(samples.end(), {0.5 * n, -0.25 * n});
    const RecordedTraces traces(samples, 2);
    EXPECT_EQ(stored, HeardTraces(plan, traces).block(0, 0, 2));
    write_example_result(folder.path() / "without.h5", small_plan());
    EXPECT_FALSE(Hdf5Reader(folder.path() / "without.h5").has(heard_pressure));
}

}  // namespace
}  // namespace wavesim
