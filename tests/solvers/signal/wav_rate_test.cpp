// SPDX-License-Identifier: MIT
#include "solvers/signal/wav_rate.hpp"

#include <gmock/gmock.h>

#include "solvers/plan/plan.hpp"
#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

std::string refusal(double time_step_s, std::optional<double> wav_rate_hz) {
    Plan plan;
    plan.decision.time_step_s = time_step_s;
    plan.scene.outputs.traces.wav_rate_hz = wav_rate_hz;
    try {
        expect_wav_rate(plan);
    } catch (const SceneError& error) {
        return error.what();
    }
    return "";
}

TEST(WavRate, MustLieNearThatOfTheSteps) {
    EXPECT_EQ(refusal(0.01, {}), "");
    EXPECT_EQ(refusal(256.0 / 48000, 48000), "");
    EXPECT_EQ(refusal(1.0 / 256 / 1000, 1000), "");
    EXPECT_THAT(refusal(257.0 / 48000, 48000),
                testing::HasSubstr("the rate must lie within a factor of 256 of that of the time steps, 186.8 Hz"));
    EXPECT_THAT(refusal(1.0 / 257 / 1000, 1000), testing::HasSubstr("2.57e+05 Hz"));
}

}  // namespace
}  // namespace wavesim
