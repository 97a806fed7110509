// SPDX-License-Identifier: MIT
#include "solvers/accuracy/wave_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/first_arrivals.hpp"
#include "solvers/ways/room_summary.hpp"

namespace wavesim {

std::optional<WaveSummary> wave_summary(const PlanOutline& plan) {
    const Scene& scene = plan.scene;
    const PlanDecision& decision = plan.decision;
    if (scene.medium.physics || is_room(plan) || !(decision.slowest_m_s > 0) || scene.sources.empty()) return {};
    WaveSummary waves;
    waves.slowest_m_s = decision.slowest_m_s;
    waves.fastest_m_s = decision.fastest_m_s;
    waves.frequency_hz = plan.report.dispersion.frequency_hz;
    const SignalRequest& signal = scene.sources[0].signal;
    if (signal.kind == SignalKind::ricker || signal.kind == SignalKind::sine) waves.peak_hz = signal.frequency_hz;
    if (signal.kind == SignalKind::ricker || signal.kind == SignalKind::gaussian)
        waves.peak_delay_s = when_heard(signal).centre;
    const std::int64_t receivers = receivers_of_shot(scene, decision.shot);
    if (receivers == 0) return waves;
    std::vector<Point> points;
    WaveSummary::Range offsets{std::numeric_limits<double>::infinity(), 0};
    for (std::int64_t r = 0; r < receivers; ++r) {
        points.push_back(receiver_position(scene, static_cast<std::size_t>(r), decision.shot));
        const double offset = std::abs(signed_offset(scene, static_cast<std::size_t>(r), decision.shot));
        offsets = {std::min(offsets.least, offset), std::max(offsets.most, offset)};
    }
    waves.offsets_m = offsets;
    std::vector<double> times = first_arrivals(scene, source_position(scene, 0, decision.shot), points);
    std::erase_if(times, [](double time) { return !std::isfinite(time); });
    if (const auto [least, most] = std::ranges::minmax_element(times); least != times.end())
        waves.arrivals_s = {*least, *most};
    return waves;
}

}  // namespace wavesim
