// SPDX-License-Identifier: MIT
#include "solvers/late_growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/reach.hpp"
#include "solvers/signal_analysis.hpp"

namespace wavesim {

namespace {

constexpr double late_share = 0.2;
constexpr double slow_growth = 1.1;  // of the RMS from part to part
constexpr double fast_growth = 1.5;
constexpr double ramp_share = 0.92;  // growth of the last part over that of the third one; at most 0.91 of a ramp
constexpr double arrival = 10;
constexpr double loud = 0.01;           // of the earlier peak
constexpr double beating_growth = 1.2;  // of the peak from fifth to fifth
constexpr double beating_total = 6;     // from the second to the last one
constexpr double beating_loud = 0.3;    // of the first one
constexpr double steady_growth = 1.3;   // the same of growth that is exponential
constexpr double steady_total = 2.5;
constexpr double steady_share = 0.9;  // of the growth two fifths earlier
constexpr std::int64_t least_steps = 200;

}  // namespace

LateGrowthWatch::LateGrowthWatch(const Plan& plan)
    : plan_(plan),
      late_(plan.decision.steps -
            parts * static_cast<std::int64_t>(late_share * static_cast<double>(plan.decision.steps) / parts)) {
    if (bytes(plan) > 0) traces_.resize(plan.decision.receivers.size());
}

std::int64_t LateGrowthWatch::bytes(const PlanOutline& plan) {
    if (plan.decision.steps < least_steps) return 0;
    const double late_s = late_share * plan.decision.time_step_s * static_cast<double>(plan.decision.steps);
    const bool short_pulses = std::ranges::all_of(plan.scene.sources, [&](const SourceRequest& source) {
        if (is_silent(source.signal)) return true;
        const Heard heard = when_heard(source.signal);
        return heard.end - heard.begin <= late_s / 2;
    });
    return short_pulses ? static_cast<std::int64_t>(plan.scene.receivers.size() * sizeof(Trace)) : 0;
}

double LateGrowthWatch::last_direct_s(std::size_t receiver) const {
    double last = 0;
    for (std::size_t i = 0; i < plan_.decision.sources.size(); ++i) {
        const SignalRequest& signal = plan_.scene.sources[i].signal;
        if (is_silent(signal)) continue;
        const Point& a = plan_.decision.sources[i].position;
        const Point& b = plan_.decision.receivers[receiver].position;
        const double way = plan_.report.ways.empty()
                               ? std::hypot(a.x - b.x, a.y - b.y, a.z - b.z)
                               : plan_.report.ways[i * plan_.decision.receivers.size() + receiver].most;
        if (std::isinf(way)) continue;  // sealed off
        last = std::max(last, when_heard(signal).end + way / plan_.decision.slowest_m_s);
    }
    return last;
}

void LateGrowthWatch::add(std::int64_t first_step, std::int64_t steps, std::span<const double> values) {
    seen_ += steps;
    if (traces_.empty()) return;
    const std::int64_t length = (plan_.decision.steps - late_) / parts;
    for (std::int64_t n = 0; n < steps; ++n) {
        const double* sample = values.data() + static_cast<std::size_t>(n) * traces_.size();
        const std::int64_t step = first_step + n;
        const auto fifth = static_cast<std::size_t>(std::min((parts - 1) * step / late_, parts - 1));
        for (std::size_t r = 0; r < traces_.size(); ++r)
            traces_[r].peak[fifth] = std::max(traces_[r].peak[fifth], std::abs(sample[r]));
        if (step < late_) continue;
        const auto part = static_cast<std::size_t>((step - late_) / length);
        for (std::size_t r = 0; r < traces_.size(); ++r) traces_[r].energy[part] += sample[r] * sample[r];
    }
}

std::vector<StateArray> LateGrowthWatch::state() {
    static_assert(sizeof(Trace) == 2 * parts * sizeof(double));
    const auto receivers = static_cast<std::int64_t>(traces_.size());
    const std::span<Trace> traces(traces_);
    return {state_value("seen", seen_),
            {{"peak_and_energy", ElementType::float64, {receivers, 2, parts}},
             [traces](StateSink& sink) { save_memory(sink, std::as_bytes(traces)); },
             [traces](StateSource& source) { load_memory(source, std::as_writable_bytes(traces)); }}};
}

bool LateGrowthWatch::grows(const Trace& trace) const {
    const auto& energy = trace.energy;
    const auto each_above = [&](double growth) {
        return std::ranges::adjacent_find(energy, [growth](double before, double after) {
                   return !(after > growth * growth * before && after < arrival * arrival * before);
               }) == energy.end();
    };
    if (!each_above(slow_growth) || energy[3] + energy[4] < 4 * (energy[0] + energy[1])) return false;
    if (energy[4] * energy[1] < ramp_share * ramp_share * energy[3] * energy[2]) return false;
    const double earlier_peak = *std::max_element(trace.peak.begin(), trace.peak.end() - 1);
    if (trace.peak.back() > earlier_peak) return true;
    const double rms = std::sqrt(energy[4] * parts / static_cast<double>(plan_.decision.steps - late_));
    return each_above(fast_growth) && rms > loud * earlier_peak;
}

bool LateGrowthWatch::grows_all_along(const Trace& trace) {
    const auto& peak = trace.peak;
    if (!(peak[1] > 0)) return false;
    const auto each_above = [&](double growth) {
        for (std::size_t fifth = 2; fifth < peak.size(); ++fifth)
            if (!(peak[fifth] >= growth * peak[fifth - 1])) return false;
        return true;
    };
    const bool beating =
        each_above(beating_growth) && peak[4] > beating_total * peak[1] && peak[4] > beating_loud * peak[0];
    const bool steady = each_above(steady_growth) && peak[4] > steady_total * peak[1] && peak[4] > loud * peak[0] &&
                        peak[4] * peak[1] > steady_share * peak[3] * peak[2];
    return beating || steady;
}

LateGrowth LateGrowthWatch::found() const {
    LateGrowth growth;
    if (seen_ < plan_.decision.steps) return growth;
    const double late_s = plan_.decision.time_step_s * static_cast<double>(late_);
    for (std::size_t r = 0; r < traces_.size(); ++r) {
        const double direct_s = last_direct_s(r);
        const bool at_the_end = grows(traces_[r]) && direct_s <= late_s;
        const bool all_along = grows_all_along(traces_[r]) && direct_s <= late_s / (parts - 1);
        if (!at_the_end && !all_along) continue;
        if (growth.traces++ == 0) growth = {1, plan_.decision.shot, plan_.scene.receivers[r].name};
    }
    return growth;
}

std::string late_growth_warning(const LateGrowth& growth, std::int64_t shots) {
    if (growth.traces == 0) return {};
    const std::string shot = shots > 1 ? fmt::format(" of shot {}", growth.shot + 1) : "";
    const std::string who = growth.traces == 1
                                ? fmt::format("the trace of receiver '{}'{} grows", growth.receiver, shot)
                                : fmt::format("{} traces (that of receiver '{}'{} is the first) grow", growth.traces,
                                              growth.receiver, shot);
    return who + " at the end of the run, though every source has ended: the field is not stable, so do not trust it";
}

}  // namespace wavesim
