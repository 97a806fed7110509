// SPDX-License-Identifier: MIT
#include "solvers/late_growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/anisotropy.hpp"
#include "solvers/loudest_sound.hpp"
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
constexpr double unexplained = 3;     // growth that ends a run as unstable
constexpr double beyond_loudest = 3;  // times LoudestSound, which is a bound for media that hardly differ
constexpr double window_growth = 2;   // of the RMS from window to window
constexpr double window_arrival = 30;
constexpr double window_unevenness = 4;  // of two such steps
constexpr double window_loud = 3;        // of all that came before
constexpr double shortest_window = 1.0 / 40;

/// From the first of a source's sound at some place to the last, s; of the longest.
double longest_pulse_s(const Scene& scene) {
    double longest = 0;
    for (const SourceRequest& source : scene.sources) {
        if (is_silent(source.signal)) continue;
        const Heard heard = when_heard(source.signal);
        longest = std::max(longest, heard.end - heard.begin);
    }
    return longest;
}

/// Where k73 may grow without bound: how much louder the last fifth is than all before it, in which the loudest of the
/// direct sound has gone by; 0 where it does not get louder within that fifth.
template <class Trace>
double risen(const Trace& trace) {
    const double before = *std::max_element(trace.peak.begin(), trace.peak.end() - 1);
    const auto& energy = trace.energy;
    if (!(before > 0) || energy[3] + energy[4] < 4 * (energy[0] + energy[1])) return 0;
    return trace.peak.back() >= unexplained * before ? trace.peak.back() / before : 0;
}

double run_s(const PlanOutline& plan) { return plan.decision.time_step_s * static_cast<double>(plan.decision.steps); }

/// When the middle of the last pulse has gone the direct way to a receiver and every source has ended, s.
double loudest_direct_s(const PlanOutline& plan, std::size_t receiver) {
    double last = 0;
    for (std::size_t i = 0; i < plan.decision.sources.size(); ++i) {
        const SignalRequest& signal = plan.scene.sources[i].signal;
        if (is_silent(signal)) continue;
        const Point& a = plan.decision.sources[i].position;
        const Point& b = plan.decision.receivers[receiver].position;
        const double way = std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
        const Heard heard = when_heard(signal);
        last = std::max({last, heard.end, heard.centre + way / plan.decision.slowest_m_s});
    }
    return last;
}

/// Steps of a window; more than the run has where there is no end to a source.
std::int64_t window_steps(const PlanOutline& plan) {
    const double window_s = std::max(longest_pulse_s(plan.scene) / 2, shortest_window * run_s(plan));
    return std::max<std::int64_t>(1, std::llround(std::min(window_s, 2 * run_s(plan)) / plan.decision.time_step_s));
}

}  // namespace

void add_growth(LateGrowth& sum, const LateGrowth& shot) {
    if (shot.traces == 0) return;
    const LateGrowth before = sum;
    if (sum.traces == 0) sum = shot;
    sum.traces = before.traces + shot.traces;
    sum.factor = std::max(before.factor, shot.factor);
    sum.too_loud = before.too_loud || shot.too_loud;
    sum.unstable = before.unstable || shot.unstable;
}

bool keeps_energy(const PlanOutline& plan) {
    const bool k73 = plan.scene.tti && plan.scene.tti->form == TtiForm::k73;
    return !k73 && (has_sponge(plan.scene) || !plan.scene.boundaries.any_absorbing());
}

LateGrowthWatch::LateGrowthWatch(const Plan& plan)
    : plan_(plan),
      late_(plan.decision.steps -
            parts * static_cast<std::int64_t>(late_share * static_cast<double>(plan.decision.steps) / parts)),
      window_(window_steps(plan)),
      short_pulses_(longest_pulse_s(plan.scene) <= late_share * run_s(plan) / 2) {
    traces_.resize(plan.decision.receivers.size());
}

std::int64_t LateGrowthWatch::bytes(const PlanOutline& plan) {
    return static_cast<std::int64_t>(plan.scene.receivers.size() * sizeof(Trace));
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
        const std::int64_t window = window_of(step);
        for (std::size_t r = 0; r < traces_.size(); ++r) {
            Trace& trace = traces_[r];
            const double pressure = std::abs(sample[r]);
            trace.peak[fifth] = std::max(trace.peak[fifth], pressure);
            double& peak = window < 0 ? trace.earlier_peak : trace.window_peak[static_cast<std::size_t>(window)];
            peak = std::max(peak, pressure);
            if (window >= 0) trace.window_energy[static_cast<std::size_t>(window)] += pressure * pressure;
        }
        if (step < late_) continue;
        const auto part = static_cast<std::size_t>((step - late_) / length);
        for (std::size_t r = 0; r < traces_.size(); ++r) traces_[r].energy[part] += sample[r] * sample[r];
    }
}

std::vector<StateArray> LateGrowthWatch::state() {
    static_assert(sizeof(Trace) == (2 * parts + 2 * windows + 1) * sizeof(double));
    const auto receivers = static_cast<std::int64_t>(traces_.size());
    const std::span<Trace> traces(traces_);
    return {state_value("seen", seen_),
            {{"traces", ElementType::float64, {receivers, 2 * parts + 2 * windows + 1}},
             [traces](StateSink& sink) { save_memory(sink, std::as_bytes(traces)); },
             [traces](StateSource& source) { load_memory(source, std::as_writable_bytes(traces)); }}};
}

double LateGrowthWatch::growth_at_the_end(const Trace& trace) const {
    const auto& energy = trace.energy;
    const auto each_above = [&](double growth) {
        return std::ranges::adjacent_find(energy, [growth](double before, double after) {
                   return !(after > growth * growth * before && after < arrival * arrival * before);
               }) == energy.end();
    };
    if (!each_above(slow_growth) || energy[3] + energy[4] < 4 * (energy[0] + energy[1])) return 0;
    if (energy[4] * energy[1] < ramp_share * ramp_share * energy[3] * energy[2]) return 0;
    const double factor = std::sqrt((energy[3] + energy[4]) / (energy[0] + energy[1]));
    const double earlier_peak = *std::max_element(trace.peak.begin(), trace.peak.end() - 1);
    if (trace.peak.back() > earlier_peak) return factor;
    const double rms = std::sqrt(energy[4] * parts / static_cast<double>(plan_.decision.steps - late_));
    return each_above(fast_growth) && rms > loud * earlier_peak ? factor : 0;
}

double LateGrowthWatch::growth_all_along(const Trace& trace) {
    const auto& peak = trace.peak;
    if (!(peak[1] > 0)) return 0;
    const auto each_above = [&](double growth) {
        for (std::size_t fifth = 2; fifth < peak.size(); ++fifth)
            if (!(peak[fifth] >= growth * peak[fifth - 1])) return false;
        return true;
    };
    const bool beating =
        each_above(beating_growth) && peak[4] > beating_total * peak[1] && peak[4] > beating_loud * peak[0];
    const bool steady = each_above(steady_growth) && peak[4] > steady_total * peak[1] && peak[4] > loud * peak[0] &&
                        peak[4] * peak[1] > steady_share * peak[3] * peak[2];
    return beating || steady ? peak[4] / peak[1] : 0;
}

double LateGrowthWatch::growth_in_windows(const Trace& trace, std::int64_t together) {
    std::array<double, 4> energy{};
    double before = trace.earlier_peak;
    double last = 0;
    for (std::int64_t w = 0; w < windows; ++w) {
        const auto at = static_cast<std::size_t>(w);
        const std::int64_t group = 3 - (windows - 1 - w) / together;
        if (group >= 0) energy[static_cast<std::size_t>(group)] += trace.window_energy[at];
        if (group < 1) before = std::max(before, trace.window_peak[at]);
        if (group == 3) last = std::max(last, trace.window_peak[at]);
    }
    double slowest = window_arrival, fastest = window_growth;
    for (std::size_t group = 1; group < energy.size(); ++group) {
        const double step = std::sqrt(energy[group] / energy[group - 1]);
        if (!(step >= window_growth && step <= window_arrival)) return 0;
        slowest = std::min(slowest, step);
        fastest = std::max(fastest, step);
    }
    return fastest <= window_unevenness * slowest && last > window_loud * before ? std::sqrt(energy[3] / energy[0]) : 0;
}

double LateGrowthWatch::growth_of(std::size_t receiver) const {
    const Trace& trace = traces_[receiver];
    const double direct_s = last_direct_s(receiver);
    const double late_s = plan_.decision.time_step_s * static_cast<double>(late_);
    double factor = 0;
    if (short_pulses_ && direct_s <= late_s) factor = growth_at_the_end(trace);
    if (short_pulses_ && direct_s <= late_s / (parts - 1)) factor = std::max(factor, growth_all_along(trace));
    if (k73_may_grow(plan_.scene) && loudest_direct_s(plan_, receiver) <= late_s)
        factor = std::max(factor, risen(trace));
    for (const std::int64_t together : {1, 2}) {
        const std::int64_t second = plan_.decision.steps - 3 * together * window_;
        const bool passed = direct_s <= plan_.decision.time_step_s * static_cast<double>(second);
        if (passed && second >= together * window_) factor = std::max(factor, growth_in_windows(trace, together));
    }
    return factor;
}

LateGrowth LateGrowthWatch::found() const {
    LateGrowth growth;
    if (traces_.empty() || plan_.decision.steps < least_steps) return growth;
    const LoudestSound loudest(plan_);
    for (std::size_t r = 0; r < traces_.size(); ++r) {
        const Trace& trace = traces_[r];
        const double factor = seen_ < plan_.decision.steps ? 0 : growth_of(r);
        const double peak = *std::ranges::max_element(trace.peak);
        const bool too_loud = peak > beyond_loudest * loudest.at(r);
        if (factor == 0 && !too_loud) continue;
        const bool unstable = too_loud || (factor >= unexplained && !keeps_energy(plan_));
        add_growth(growth, {1, plan_.decision.shot, plan_.scene.receivers[r].name, factor, too_loud, unstable});
    }
    return growth;
}

std::string late_growth_warning(const LateGrowth& growth, std::int64_t shots) {
    if (growth.traces == 0) return {};
    const std::string shot = shots > 1 ? fmt::format(" of shot {}", growth.shot + 1) : "";
    const bool one = growth.traces == 1;
    const std::string who =
        one ? fmt::format("the trace of receiver '{}'{}", growth.receiver, shot)
            : fmt::format("{} traces (that of receiver '{}'{} is the first)", growth.traces, growth.receiver, shot);
    const std::string by = growth.factor < 1000 ? fmt::format("{:.2g}-fold", growth.factor) : "more than 1000-fold";
    const std::string what =
        growth.factor > 0
            ? fmt::format("{} {} at the end of the run, though every source has ended", one ? "grows" : "grow", by)
            : fmt::format("{} louder than the energy of the sources allows", one ? "is" : "are");
    return fmt::format("{} {}: the field is not stable, so do not trust it", who, what);
}

}  // namespace wavesim
