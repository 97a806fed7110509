// SPDX-License-Identifier: MIT
#include "solvers/accuracy/time_correction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>

#include "solvers/accuracy/dispersion.hpp"
#include "solvers/accuracy/radiated_level.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "solvers/signal/signal.hpp"
#include "solvers/signal/time_dispersion.hpp"
#include "solvers/signal/time_step.hpp"

namespace wavesim {

namespace {

constexpr const char* key = "outputs.traces.time_correction";

bool is_lossy(const SurfaceLaw& law) { return law.kind != SurfaceLaw::Kind::rigid && law.value > 0; }

bool has_lossy_walls(const Scene& scene) {
    for (std::size_t s = 0; s < 6; ++s) {
        if (scene.dims == 2 && s / 2 == 1) continue;
        if (scene.boundaries.kind[s] == SideKind::wall && is_lossy(scene.boundaries.side[s])) return true;
    }
    if (scene.geometry && std::ranges::any_of(scene.geometry->surfaces, is_lossy)) return true;
    return std::ranges::any_of(
        scene.solids, [](const SolidBox& solid) { return is_lossy(solid.surface) || is_lossy(solid.upper_surface()); });
}

/// Walls at the vertices are fitted to what remains in corrected traces.
bool fits_walls_to_traces(const Scene& scene) { return scene.boundaries.walls == WallForm::vertex; }

bool is_averaged(const SourceRequest& source) { return source.time_filter == TimeFilter::on; }

/// Steps of the impulses among the sources.
std::vector<std::int64_t> impulse_steps(const PlanOutline& plan) {
    std::vector<std::int64_t> steps;
    for (const SourceRequest& source : plan.scene.sources)
        if (source.signal.kind == SignalKind::impulse)
            steps.push_back(
                std::llround(Signal(source.signal, plan.decision.time_step_s).delay() / plan.decision.time_step_s));
    return steps;
}

/// The step that is time 0: that of an impulse, whose spectrum fills the complete frequency range of the steps.
std::int64_t zero_step(const PlanOutline& plan) {
    const std::vector<std::int64_t> impulses = impulse_steps(plan);
    return impulses.empty() ? 0 : impulses.front();
}

/// Number of steps of a signal that have an effect.
std::int64_t steps_of_effect(const PlanOutline& plan, const Signal& signal) {
    const double end = std::ceil(std::min(signal.end() / plan.decision.time_step_s, 1e15)) + 1;
    return std::min(steps_of_signal(plan.decision.steps_run()), static_cast<std::int64_t>(end));
}

/// Why `auto` does not remove dispersion; else empty, with the reason in `yes`.
std::string why_not(const PlanOutline& plan, std::string& yes) {
    if (std::string why = why_not_corrected(plan.scene); !why.empty()) return why;
    const Stencil& stencil = plan.decision.shape.stencil;
    if (shape_of(stencil) != StencilShape::leggy)
        return "the weights of " + stencil.name + " count on the error of the time step";
    const std::vector<std::int64_t> impulses = impulse_steps(plan);
    if (std::ranges::adjacent_find(impulses, std::ranges::not_equal_to{}) != impulses.end())
        return "impulses at different times fill all that the steps carry";
    const double with = std::abs(worst_speed_error(plan, true));
    const double without = std::abs(worst_speed_error(plan, false));
    std::string gain = fmt::format("at {:.4g} Hz waves keep their speed to {:.2g} % with it and to {:.2g} % without",
                                   plan.report.dispersion.frequency_hz, 100 * with, 100 * without);
    if (with >= without) return gain;
    yes = gain;
    return "";
}

/// Factor by which an admittance acts as if it were larger: 1 / cos(phi) for waves whose phase changes by 2 phi per
/// step of the scheme.
double admittance_factor(const PlanOutline& plan) {
    const double sine = std::numbers::pi * plan.report.dispersion.frequency_hz * plan.decision.time_step_s;
    return 1 / std::sqrt(std::max(1 - sine * sine, 1e-6));
}

}  // namespace

double worst_speed_error(PlanOutline plan, bool corrected) {
    plan.decision.time_correction.on = corrected;
    return dispersion_at(plan, plan.report.dispersion.frequency_hz).worst;
}

std::string why_not_corrected(const Scene& scene) {
    if (scene.receivers.empty()) return "there are no traces";
    if (scene.medium.physics) return "a program says itself what its steps do";
    if (has_lossy_walls(scene) && !fits_walls_to_traces(scene)) return "walls with losses know the time step";
    if (scene.tti && has_sponge(scene)) return "a sponge knows the time step";
    if (std::ranges::any_of(scene.sources, is_averaged)) return "a source is averaged over two steps (time_filter)";
    return "";
}

void decide_time_correction(PlanDraft& draft, std::vector<Fault>& faults) {
    PlanOutline& plan = draft.plan;
    const TimeCorrection asked = plan.scene.outputs.traces.time_correction;
    bool& on = plan.decision.time_correction.on;
    std::string& reason = plan.report.time_correction_reason;
    if (asked == TimeCorrection::automatic) {
        std::string yes;
        const std::string no = why_not(plan, yes);
        on = no.empty();
        reason = "auto: " + (on ? yes : no);
    } else {
        on = asked == TimeCorrection::on && !plan.scene.receivers.empty();
        reason = plan.scene.receivers.empty() ? "there are no traces" : "asked for";
    }
    set_time_step(plan);
    if (asked != TimeCorrection::on || !on) return;
    const Stencil& stencil = plan.decision.shape.stencil;
    if (stencil.time_accurate)
        faults.push_back({key, fmt::format("the weights of {} cancel the error of the time step already", stencil.name),
                          "use a leggy stencil, or auto"});
    else if (shape_of(stencil) != StencilShape::leggy &&
             std::abs(worst_speed_error(plan, true)) > std::abs(worst_speed_error(plan, false)))
        faults.push_back(
            {key,
             fmt::format("the weights of {} count on the error of the time step: without it waves err more",
                         stencil.name),
             "use a leggy stencil, or auto"});
    if (std::ranges::any_of(plan.scene.sources, is_averaged))
        faults.push_back({key, "a source is averaged over two steps, which corrects the same error",
                          "leave its time_filter out, or use auto"});
    if (has_lossy_walls(plan.scene) && !fits_walls_to_traces(plan.scene))
        plan.report.warnings.push_back(fmt::format(
            "removing the error of the time step makes walls with losses absorb as if their admittance were {:.2g} % "
            "larger at {:.4g} Hz",
            100 * (admittance_factor(plan) - 1), plan.report.dispersion.frequency_hz));
}

bool averages_in_time(const PlanOutline& plan, const SourceRequest& source) {
    return !plan.decision.time_correction.on && averages_in_time(source, plan.decision.shape.stencil, plan.courant());
}

std::vector<double> signal_in_steps(const PlanOutline& plan, const SourceRequest& source) {
    const double time_step_s = plan.decision.time_step_s;
    const std::int64_t steps = plan.decision.steps_run();
    const Signal signal(source.signal, time_step_s);
    std::vector<double> samples;
    const std::int64_t zero = zero_step(plan);
    const bool stays = source.signal.kind == SignalKind::impulse && std::llround(signal.delay() / time_step_s) == zero;
    if (!plan.decision.time_correction.on || stays) {
        samples = signal.sample(steps, averages_in_time(plan, source));
    } else {
        const std::int64_t samples_with_effect = steps_of_effect(plan, signal);
        samples = TimeDispersion(TimeDispersion::Transform::add, samples_with_effect, steps,
                                 zero)(signal.sample(samples_with_effect, false));
    }
    while (!samples.empty() && samples.back() == 0) samples.pop_back();
    return samples;
}

std::int64_t signal_bytes(const PlanOutline& plan) {
    std::int64_t most = 0;
    if (!plan.decision.time_correction.on) return most;
    for (const SourceRequest& source : plan.scene.sources) {
        const std::int64_t samples_with_effect =
            steps_of_effect(plan, Signal(source.signal, plan.decision.time_step_s));
        most = std::max(most, TimeDispersion::bytes(TimeDispersion::Transform::add, samples_with_effect,
                                                    plan.decision.steps_run()));
    }
    return most;
}

std::int64_t TraceCorrection::kept(std::int64_t recorded) const {
    return recorded >= plan_.decision.steps_run() ? plan_.decision.steps
                                                  : std::min(plan_.decision.steps, steps_before_cut(recorded));
}

double TraceCorrection::operator()(std::vector<double>& samples) const {
    const auto receivers = static_cast<std::int64_t>(plan_.scene.receivers.size());
    const std::int64_t recorded = static_cast<std::int64_t>(samples.size()) / receivers;
    const std::int64_t left = kept(recorded);
    double peak = 0;
    if (left > 0) {
        const TimeDispersion corrected(TimeDispersion::Transform::remove, recorded, left, zero_step(plan_));
        const auto at = [&](std::int64_t n, std::int64_t r) -> double& {
            return samples[static_cast<std::size_t>(n * receivers + r)];
        };
        std::vector<std::vector<double>> traces;
        for (std::int64_t first = 0; first < receivers; first += at_once_) {
            traces.assign(static_cast<std::size_t>(std::min(at_once_, receivers - first)),
                          std::vector<double>(static_cast<std::size_t>(recorded)));
            for (std::int64_t n = 0; n < recorded; ++n)
                for (std::size_t r = 0; r < traces.size(); ++r)
                    traces[r][static_cast<std::size_t>(n)] = at(n, first + static_cast<std::int64_t>(r));
            for (std::vector<double>& trace : traces) {
                trace = corrected(trace);
                for (const double p : trace) peak = std::max(peak, std::abs(p));
            }
            for (std::int64_t n = 0; n < left; ++n)
                for (std::size_t r = 0; r < traces.size(); ++r)
                    at(n, first + static_cast<std::int64_t>(r)) = traces[r][static_cast<std::size_t>(n)];
        }
    }
    samples.resize(static_cast<std::size_t>(left * receivers));
    return peak;
}

std::int64_t TraceCorrection::bytes(const PlanOutline& plan, std::int64_t at_once) {
    if (!plan.decision.time_correction.on) return 0;
    const std::int64_t steps = plan.decision.steps_run();
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    return std::min(at_once, receivers) * steps * static_cast<std::int64_t>(sizeof(double)) +
           TimeDispersion::bytes(TimeDispersion::Transform::remove, steps, plan.decision.steps);
}

}  // namespace wavesim
