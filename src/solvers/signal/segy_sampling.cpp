// SPDX-License-Identifier: MIT
#include "solvers/signal/segy_sampling.hpp"

#include <fmt/format.h>

#include <cmath>

#include "solvers/scene/fault.hpp"
#include "solvers/signal/resampling.hpp"

namespace wavesim {

namespace {

/// Drift over a complete trace, in samples, below which the time step counts as an integer number of microseconds.
constexpr double most_drift = 0.01;

[[noreturn]] void refuse(const std::string& key, const std::string& message, const std::string& suggestion) {
    throw SceneError({{key, message, suggestion}});
}

/// The interval requested by the scene, in microseconds.
std::int64_t asked_interval(const PlanOutline& plan, double interval_s) {
    const std::string key = "outputs.traces.segy.interval";
    const double exact_us = interval_s * 1e6;
    const double whole_us = std::round(exact_us);
    if (!(whole_us >= 1) || std::abs(exact_us - whole_us) > 1e-6 * whole_us)
        refuse(key, fmt::format("SEG-Y counts in whole microseconds, not {:.6g}", exact_us), "");
    if (whole_us > static_cast<double>(segy_most))
        refuse(key, fmt::format("SEG-Y holds intervals up to {} us", segy_most), "");
    const double highest_hz = 0.5 / interval_s;
    const auto& wanted_hz = plan.scene.grid.max_frequency_hz;
    if (wanted_hz && *wanted_hz > highest_hz)
        refuse(key,
               fmt::format("samples every {:.6g} us carry up to {:.6g} Hz, and grid.max_frequency is {:.6g} Hz",
                           whole_us, highest_hz, *wanted_hz),
               "");
    const double ratio = interval_s / plan.decision.time_step_s;
    if (ratio > most_resampling || ratio < 1 / most_resampling)
        refuse(key,
               fmt::format("the interval must lie within a factor of {} of the time step, {:.4g} us", most_resampling,
                           plan.decision.time_step_s * 1e6),
               "");
    return static_cast<std::int64_t>(whole_us);
}

}  // namespace

std::optional<PlannedSegy> plan_segy(const PlanOutline& plan) {
    const auto& asked = plan.scene.outputs.traces.segy;
    if (!asked) return std::nullopt;
    const std::string key = "outputs.traces.segy";
    const double step_us = plan.decision.time_step_s * 1e6;
    const double nearest_us = std::round(step_us);
    const auto steps = static_cast<double>(plan.decision.steps);
    const bool whole = nearest_us >= 1 && std::abs(step_us - nearest_us) * steps <= most_drift * nearest_us;
    PlannedSegy segy;
    if (asked->interval_s) {
        segy.interval_us = asked_interval(plan, *asked->interval_s);
    } else {
        segy.interval_us = static_cast<std::int64_t>(whole ? nearest_us : std::floor(step_us));
        if (segy.interval_us < 1)
            refuse(key, fmt::format("SEG-Y counts in whole microseconds, and the time step is {:.4g} us", step_us),
                   "write segy: {interval: 1 us}, for example");
        if (segy.interval_us > segy_most)
            refuse(key,
                   fmt::format("SEG-Y holds intervals up to {} us, and the time step is {:.0f} us", segy_most, step_us),
                   "write segy: {interval: 32 ms}, for example");
    }
    segy.resampled = !whole || static_cast<double>(segy.interval_us) != nearest_us;
    segy.samples = segy.resampled
                       ? resampled_length(plan.decision.steps, step_us, static_cast<double>(segy.interval_us))
                       : plan.decision.steps;
    if (segy.samples > segy_most)
        refuse(key,
               fmt::format("SEG-Y holds up to {} samples per trace, this run has {} of {} us", segy_most, segy.samples,
                           segy.interval_us),
               fmt::format("write segy: {{interval: {:.0f} us}}, or a shorter time",
                           std::ceil(steps * step_us / static_cast<double>(segy_most))));
    const std::size_t receivers = plan.scene.receivers.size();
    if (receivers == 0) refuse(key, "there are no receivers whose traces could be written", "add a receiver");
    return segy;
}

}  // namespace wavesim
