// SPDX-License-Identifier: MIT
#include "solvers/signal/wav_rate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "solvers/scene/fault.hpp"
#include "solvers/signal/resampling.hpp"

namespace wavesim {

void expect_wav_rate(const PlanOutline& plan) {
    const auto& asked_hz = plan.scene.outputs.traces.wav_rate_hz;
    if (!asked_hz) return;
    const double ratio = std::round(*asked_hz) * plan.decision.time_step_s;
    if (ratio <= most_resampling && ratio >= 1 / most_resampling) return;
    throw SceneError({{"outputs.traces.wav",
                       fmt::format("the rate must lie within a factor of {} of that of the time steps, {:.4g} Hz",
                                   most_resampling, 1 / plan.decision.time_step_s),
                       ""}});
}

}  // namespace wavesim
