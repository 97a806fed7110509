// SPDX-License-Identifier: MIT
#include "solvers/accuracy/mean_pressure.hpp"
#include "boundary/surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "solvers/decision/outline.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/signal/signal.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

namespace {

constexpr double worth_a_word = 0.01;  // fraction of the direct sound from which on a warning is given

/// The effect of a source signal on the mean pressure: its own samples if it has any, else values at the time steps. A
/// sine never ends; it is replaced by the mean of its integral.
struct Drive {
    std::vector<double> samples;  ///< Pa m
    double interval_s = 0;
};

/// Mean of the integral of a sine with a ramp, Pa m s, over a period after the ramp.
double steady_flow(const SignalRequest& sine) {
    constexpr int parts = 200;             // steps per period
    constexpr double longest_ramp = 1000;  // periods; longer ramps leave a negligible mean
    if (sine.ramp_cycles > longest_ramp) return 0;
    const double step_s = 1 / (sine.frequency_hz * parts);
    const auto ramp = static_cast<std::int64_t>(std::ceil(sine.ramp_cycles)) * parts;
    SignalRequest at_once = sine;
    at_once.delay_s = 0;
    const std::vector<double> s = Signal(at_once, step_s).sample(ramp + parts, false);
    double flow = 0, sum = 0;
    for (std::int64_t n = 0; n < std::ssize(s); ++n) {
        flow += 0.5 * s[static_cast<std::size_t>(n)] * step_s;
        if (n >= ramp) sum += flow;
        flow += 0.5 * s[static_cast<std::size_t>(n)] * step_s;
    }
    return sum / parts;
}

Drive drive_of(const PlanOutline& plan, const SignalRequest& request) {
    const double end_s = plan.decision.time_step_s * static_cast<double>(plan.decision.steps);
    if (request.kind == SignalKind::sine) {
        Drive drive{std::vector<double>(static_cast<std::size_t>(plan.decision.steps), 0.0), plan.decision.time_step_s};
        const double begin = std::max(0.0, request.delay_s.value_or(0)) / drive.interval_s;
        if (begin < static_cast<double>(plan.decision.steps))
            drive.samples[static_cast<std::size_t>(begin)] = steady_flow(request) / drive.interval_s;
        return drive;
    }
    if (request.kind != SignalKind::samples)
        return {Signal(request, plan.decision.time_step_s).sample(plan.decision.steps, false),
                plan.decision.time_step_s};
    Drive drive{{}, 1 / request.sample_rate_hz};
    const double delay = request.delay_s.value_or(0);
    const auto count = static_cast<std::int64_t>(end_s * request.sample_rate_hz);
    const auto late = std::llround(delay * request.sample_rate_hz);
    drive.samples.resize(static_cast<std::size_t>(count));
    for (std::int64_t n = std::max<std::int64_t>(0, late);
         n < std::min<std::int64_t>(count, late + std::ssize(request.samples)); ++n)
        drive.samples[static_cast<std::size_t>(n)] =
            request.amplitude_pa_m * request.samples[static_cast<std::size_t>(n - late)];
    return drive;
}

/// Approximate peak of the direct sound of a source, at the nearest receiver or 1 m away, Pa.
double direct_sound(const PlanOutline& plan, std::size_t source, double peak_pa_m) {
    const Scene& scene = plan.scene;
    const Point& s = scene.sources[source].position;
    double nearest_m = scene.receivers.empty() ? 1 : std::numeric_limits<double>::infinity();
    for (const ReceiverRequest& receiver : scene.receivers) {
        const Point& r = receiver.position;
        nearest_m = std::min(nearest_m, std::hypot(s.x - r.x, s.y - r.y, s.z - r.z));
    }
    nearest_m = std::max(nearest_m, plan.decision.spacing_m);
    if (scene.dims == 3) return peak_pa_m / (4 * std::numbers::pi * nearest_m);
    const double pulse_m =
        plan.decision.slowest_m_s * Signal(scene.sources[source].signal, plan.decision.time_step_s).time_scale();
    return peak_pa_m / (2 * std::numbers::pi) * std::sqrt(2 * pulse_m / nearest_m);
}

/// Value at the end of a straight line fitted to the values from `from_s` on, which removes oscillations.
double at_the_end(std::span<const double> values, double interval_s, double from_s) {
    const auto size = static_cast<double>(values.size());
    const auto first = static_cast<std::size_t>(std::clamp(from_s / interval_s, 0.5 * size, 0.9 * size));
    const std::span<const double> last = values.subspan(first);
    const double middle = 0.5 * static_cast<double>(last.size() - 1);
    double mean = 0, slope = 0, squares = 0;
    for (std::size_t n = 0; n < last.size(); ++n) {
        const double x = static_cast<double>(n) - middle;
        mean += last[n] / static_cast<double>(last.size());
        slope += x * last[n];
        squares += x * x;
    }
    return last.empty() ? 0 : mean + (squares > 0 ? slope / squares * middle : 0);
}

/// Mean pressure left, fitted over the second half of the run, or over the time after the signal if it ends.
double left_of(const PlanOutline& plan, const ClosedRoom& room, const SignalRequest& signal, const Drive& drive) {
    const double end_s = when_heard(signal).end;
    const bool ends = end_s < plan.decision.time_step_s * static_cast<double>(plan.decision.steps);
    return at_the_end(mean_pressure(room, drive.samples, drive.interval_s), drive.interval_s, ends ? end_s : 0);
}

/// "0.57 Pa", "3 mPa"
std::string pressure_text(double pa) {
    const double size = std::abs(pa);
    if (size >= 0.1) return fmt::format("{:.2g} Pa", size);
    return size >= 0.1e-3 ? fmt::format("{:.2g} mPa", 1e3 * size) : fmt::format("{:.2g} uPa", 1e6 * size);
}

const char* advice(const SignalRequest& signal) {
    switch (signal.kind) {
        case SignalKind::samples: return "write remove_mean: true in its signal, and let the run last until it ends";
        case SignalKind::sine: return "a longer ramp_cycles lessens it";
        case SignalKind::ricker:
        case SignalKind::gaussian:
        case SignalKind::dgauss:
        case SignalKind::impulse: break;
    }
    return "a ricker that the run does not cut off leaves none";
}

/// Admittance of a surface at low frequencies, which determines the decay of the mean pressure.
double low_admittance(const AbsorptionBands& bands) {
    return admittance_at({"", SurfaceLaw::Kind::absorption, 0, bands.incidence, bands.values}, 0);
}

}  // namespace

std::optional<ClosedRoom> closed_room(const PlanOutline& plan) {
    if (plan.scene.tti || plan.scene.medium.physics || !plan.scene.boundaries.all_walls()) return {};
    ClosedRoom room{plan.report.geometry.volume_m3, 0, plan.decision.fastest_m_s};
    for (const GeometryReport::Area& area : plan.report.geometry.areas)
        room.leak += area.m2 * (area.bands.values.empty() ? area.admittance : low_admittance(area.bands));
    return room;
}

std::vector<double> mean_pressure(const ClosedRoom& room, std::span<const double> signal, double interval_s) {
    const double step = room.speed_m_s * interval_s;
    const double drag = room.leak * step / room.volume / 2;
    std::vector<double> pressure;
    double before = 0;
    double now = 0;
    for (const double s : signal) {
        pressure.push_back(now);
        const double after = (2 * now - (1 - drag) * before + step * step * s / room.volume) / (1 + drag);
        before = now;
        now = after;
    }
    return pressure;
}

double pressure_left(const PlanOutline& plan, const ClosedRoom& room, const SignalRequest& signal) {
    return left_of(plan, room, signal, drive_of(plan, signal));
}

std::vector<std::string> mean_pressure_warnings(const PlanOutline& plan) {
    std::vector<std::string> warnings;
    const std::optional<ClosedRoom> room = closed_room(plan);
    if (!room) return warnings;
    for (std::size_t i = 0; i < plan.scene.sources.size(); ++i) {
        const SourceRequest& source = plan.scene.sources[i];
        const Drive drive = drive_of(plan, source.signal);
        double peak_pa_m = source.signal.kind == SignalKind::sine ? std::abs(source.signal.amplitude_pa_m) : 0;
        if (peak_pa_m == 0)
            for (const double s : drive.samples) peak_pa_m = std::max(peak_pa_m, std::abs(s));
        const double direct_pa = direct_sound(plan, i, peak_pa_m);
        const double left_pa = left_of(plan, *room, source.signal, drive);
        if (std::abs(left_pa) <= worth_a_word * direct_pa) continue;
        warnings.push_back(fmt::format(
            "source '{}' leaves a mean pressure of {}{} in this closed room at the end of the run, {:.2g} times its "
            "direct "
            "sound{}: c^2/V times its signal integrated twice, V = {:.4g} m{}{}; {}",
            source.name, varies(plan.scene.medium) ? "up to " : "", pressure_text(left_pa),
            std::abs(left_pa) / direct_pa, plan.scene.receivers.empty() ? " at 1 m" : " at the nearest receiver",
            room->volume, plan.scene.dims, room->leak > 0 ? ", less what the walls take" : "", advice(source.signal)));
    }
    return warnings;
}

void remove_mean(std::vector<double>& samples) {
    const auto count = static_cast<double>(samples.size());
    const auto along = [count](std::size_t k) { return (static_cast<double>(k) + 0.5) / count - 0.5; };
    const auto fade = [&along](std::size_t k) { return std::pow(std::cos(std::numbers::pi * along(k)), 2); };
    double sum = 0, moment = 0, fades = 0, squares = 0;
    for (std::size_t k = 0; k < samples.size(); ++k) {
        sum += samples[k];
        moment += along(k) * samples[k];
        fades += fade(k);
        squares += along(k) * along(k) * fade(k);
    }
    for (std::size_t k = 0; k < samples.size(); ++k)
        samples[k] -= fade(k) * (sum / fades + (squares > 0 ? moment / squares * along(k) : 0));
}

}  // namespace wavesim
