// SPDX-License-Identifier: MIT
#include "solvers/plan/plan_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/accuracy/error_budget.hpp"
#include "solvers/accuracy/place_doubts.hpp"
#include "solvers/accuracy/second_waves.hpp"
#include "solvers/medium/unit_doubts.hpp"
#include "solvers/plan/automatic_stencil.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/scene/warning_groups.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/reach.hpp"
#include "stencils/scheme/standing_wave.hpp"

namespace wavesim {

namespace {

/// Largest fraction of a signal's energy above the highest frequency of the grid; more causes a warning.
constexpr double most_energy_above = 0.01;

/// Whether a sampled signal has not ended at a time.
bool sounds_after(const SignalRequest& signal, double time_s) {
    const double played = std::ceil((time_s - signal.delay_s.value_or(0)) * signal.sample_rate_hz);
    const auto count = static_cast<double>(signal.samples.size());
    const auto first = static_cast<std::ptrdiff_t>(std::clamp(played, 0.0, count));
    return std::any_of(signal.samples.begin() + first, signal.samples.end(), [](double s) { return s != 0; });
}

/// Whether the run ends within a signal. A run that misses the peak of a pulse has another warning.
bool is_cut_off(const SignalRequest& signal, const Heard& heard, double duration_s) {
    switch (signal.kind) {
        case SignalKind::samples: return sounds_after(signal, duration_s);
        case SignalKind::ricker:
        case SignalKind::gaussian:
        case SignalKind::dgauss: return heard.centre <= duration_s && heard.end > duration_s;
        case SignalKind::sine:
        case SignalKind::impulse: break;
    }
    return false;
}

/// Frequency from which on the stencil has a second wave.
double second_waves_hz(const PlanOutline& plan) {
    return second_waves_from(plan.decision.shape.stencil, plan.courant()) /
           (2 * std::numbers::pi * plan.decision.time_step_s);
}

void warn_about_dispersion(const PlanOutline& plan, std::vector<std::string>& warnings) {
    // Only for stencils that the scene names. Without max_frequency the scene asks for no accuracy: only large errors
    // count.
    const double most_asked_for = plan.scene.grid.max_frequency_hz ? accepted_dispersion : 0.05;
    const double frequency = plan.report.dispersion.frequency_hz;
    const double worst = plan.report.dispersion.worst;
    const bool automatic = plan.scene.grid.stencil.name == "auto" && !plan.scene.tti;
    if (automatic && std::abs(worst) > accepted_dispersion)
        warnings.push_back(
            fmt::format("waves of {:.4g} Hz travel {:+.3g} % off their speed, no stencil that fits here keeps them "
                        "within 1 %: use more points per wavelength",
                        frequency, 100 * worst));
    else if (std::abs(worst) > most_asked_for)
        warnings.push_back(
            fmt::format("waves of {:.4g} Hz travel {:+.1f} % off their speed: use more points per "
                        "wavelength{}",
                        frequency, 100 * worst, plan.scene.tti ? "" : " or another stencil"));
    if (plan.scene.medium.physics) return;
    const bool second = !plan.scene.tti && frequency > second_waves_hz(plan);
    if (!second && level_is_unbounded(plan))
        warnings.push_back(
            fmt::format("waves of {:.4g} Hz focus in some directions, where their level is without bound: use more "
                        "points per wavelength",
                        frequency));
}

void warn_about_standing_wave(const PlanOutline& plan, std::vector<std::string>& warnings) {
    const std::string& name = plan.scene.grid.stencil.name;
    if (plan.scene.tti || name == "auto" || name == "explicit") return;  // auto avoids these, given weights are refused
    if (const auto k = standing_wave(plan.decision.shape.stencil))
        warnings.push_back(
            fmt::format("{} hardly moves the wave that turns by {} from node to node: what an impulse or a source on a "
                        "single node gives to it stays; interpolate the source or use another stencil",
                        name, wave_text(*k, plan.scene.dims)));
}

/// Warns if sources reach frequencies at which the stencil has a second, shorter wave.
void warn_about_second_waves(const PlanOutline& plan, std::vector<std::string>& warnings) {
    if (plan.scene.tti) return;
    const double from_hz = second_waves_hz(plan);
    double highest_hz = 0;
    for (const SourceRequest& source : plan.scene.sources) {
        if (is_silent(source.signal)) continue;
        const auto band = SignalEnergy(source.signal, plan.scene.duration_s).band();
        highest_hz = std::max(highest_hz, band ? band->high_hz : plan.report.dispersion.frequency_hz);
    }
    if (highest_hz > from_hz)
        warnings.push_back(fmt::format(
            "from {:.4g} Hz on, {} also moves a second, shorter wave of the same frequency in some directions: "
            "levels there are off by a multiple, and sources reach {:.4g} Hz; use more points per "
            "wavelength or a leggy stencil",
            from_hz, plan.decision.shape.stencil.name, highest_hz));
}

/// Warns about receivers so close to a source that their traces depend on the cells between, in any shot.
void warn_about_near_receivers(const PlanDraft& draft, std::vector<std::string>& warnings) {
    constexpr double too_near = 2;  // cells
    const Scene& scene = draft.plan.scene;
    if (draft.plan.decision.shot != 0) return;
    const bool moves = scene.survey && scene.survey->spread != Survey::Spread::towed;
    const double limit = too_near * draft.grid.spacing_m * (1 - 1e-9);
    std::vector<bool> near(scene.receivers.size(), false);
    for (std::int64_t shot = 0; shot < (moves ? shot_count(scene) : 1); ++shot)
        for (std::size_t s = 0; s < scene.sources.size(); ++s) {
            if (is_silent(scene.sources[s].signal)) continue;
            const Point a = source_position(scene, s, shot);
            for (std::size_t r = 0; r < near.size(); ++r) {
                const Point b = receiver_position(scene, r, shot);
                if (std::hypot(a.x - b.x, a.y - b.y, a.z - b.z) < limit) near[r] = true;
            }
        }
    const auto count = std::ranges::count(near, true);
    if (count == 0) return;
    const auto first = static_cast<std::size_t>(std::ranges::find(near, true) - near.begin());
    const std::string& name = scene.receivers[first].name;
    warnings.push_back(
        fmt::format("{} within {:.0f} cells of a source, where the pressure depends on the size of the cells: move it "
                    "away, or use a finer grid",
                    count == 1 ? fmt::format("receiver '{}' stands", name)
                               : fmt::format("{} receivers ('{}' is the first) stand", count, name),
                    too_near));
}

/// Warns about signals above the highest frequency of the grid, or above that of the SEG-Y file.
void warn_about_spectrum(const PlanDraft& draft, const SourceRequest& source, const std::string& who,
                         WarningGroups& warnings) {
    const Scene& scene = draft.plan.scene;
    const double limit = draft.plan.report.dispersion.frequency_hz;
    const double above = energy_above(source.signal, limit, scene.duration_s);
    const double per_wavelength = draft.plan.decision.slowest_m_s / (limit * draft.plan.decision.spacing_m);
    if (source.signal.kind == SignalKind::impulse)
        warnings.add(
            "impulse", who,
            fmt::format("is an impulse and excites every frequency: trust the result up to {:.4g} Hz only", limit));
    else if (above > most_energy_above)
        warnings.add(
            "above", who,
            fmt::format("has {:.3g} % of its energy above {:.4g} Hz, for which the grid is {}", 100 * above, limit,
                        scene.grid.max_frequency_hz
                            ? "made: use a finer grid or a lower signal"
                            : fmt::format("taken to be made, with {:.3g} points per wavelength there: use a "
                                          "finer grid or a lower signal, or write max_frequency and "
                                          "points_per_wavelength instead of spacing",
                                          per_wavelength)));
    const auto& segy = draft.plan.decision.segy;
    if (!segy || !segy->resampled) return;
    const double carried_hz = 0.5e6 / static_cast<double>(segy->interval_us);
    const double left_out = energy_above(source.signal, carried_hz, scene.duration_s);
    if (left_out > std::max(most_energy_above, above))
        warnings.add("segy", who,
                     fmt::format("loses {:.3g} % of its energy in the SEG-Y file, which is sampled every {} us and "
                                 "leaves out what is above {:.4g} Hz: use a shorter outputs.traces.segy.interval",
                                 100 * left_out, segy->interval_us, carried_hz));
}

/// Warns about a signal that the run includes only in part.
void warn_about_times(const Scene& scene, const SourceRequest& source, const std::string& who,
                      WarningGroups& warnings) {
    const double duration = scene.duration_s;
    const Heard heard = when_heard(source.signal);
    if (heard.begin >= duration)
        return warnings.add("never", who,
                            fmt::format("is never heard: its signal begins at {:.4g} s, the run ends at {:.4g} s",
                                        heard.begin, duration));
    if (heard.centre > duration)
        warnings.add(
            "peak", who,
            fmt::format("has its peak at {:.4g} s, when the run has ended at {:.4g} s", heard.centre, duration));
    if (is_cut_off(source.signal, heard, duration))
        warnings.add("end", who,
                     fmt::format("is cut off at {:.4g} s, where the run ends: its signal lasts until {:.4g} s",
                                 duration, heard.end));
    if (heard.begin < 0)
        warnings.add("begin", who,
                     fmt::format("is cut off, its signal begins {:.4g} s before the run: use a delay of {:.4g} s or "
                                 "more",
                                 -heard.begin, source.signal.delay_s.value_or(0) - heard.begin));
}

void warn_about_sources(const PlanDraft& draft, std::vector<std::string>& warnings) {
    WarningGroups groups;
    for (const SourceRequest& source : draft.plan.scene.sources) {
        const std::string who = fmt::format("source '{}'", source.name);
        if (is_silent(source.signal)) {
            groups.add(who,
                       fmt::format("is silent: {}", source.signal.amplitude_pa_m == 0 ? "its amplitude is 0"
                                                                                      : "all of its samples are 0"));
            continue;
        }
        warn_about_spectrum(draft, source, who, groups);
        warn_about_times(draft.plan.scene, source, who, groups);
    }
    for (std::string& sentence : groups.sentences()) warnings.push_back(std::move(sentence));
}

/// The axes along which a solid extends beyond the domain, "x and z"; empty if it lies inside.
std::string axes_beyond(const Scene& scene, const SolidBox& solid) {
    std::string axes;
    for (int axis = 0; axis < 3; ++axis) {
        if (scene.dims == 2 && axis == 1) continue;
        const double size = scene.size_m.along(axis);
        const double rounding = 1e-9 * size;
        if (solid.from.along(axis) >= -rounding && solid.to.along(axis) <= size + rounding) continue;
        axes += (axes.empty() ? "" : " and ") + std::string(1, "xyz"[axis]);
    }
    return axes;
}

void warn_about_solids(const PlanDraft& draft, std::vector<std::string>& warnings) {
    const Scene& scene = draft.plan.scene;
    WarningGroups groups;
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const SolidBox& solid = scene.solids[i];
        const auto box = box_nodes(draft.grid, scene.dims, solid);
        const std::string name = solid.name.empty() ? fmt::format("solids[{}]", i) : "solid '" + solid.name + "'";
        const std::string beyond = axes_beyond(scene, solid);
        const bool on_grid = box || sheet_faces(draft.grid, scene.dims, solid);
        if (solid.is_sheet() && !on_grid)
            groups.add(name, "lies outside the grid, or in a side of it, and is left out");
        else if (!on_grid)
            groups.add(name, "lies outside the grid and is left out");
        else if (box && box->thickened)
            groups.add(name,
                       fmt::format("is thinner than a cell and was thickened to {:.3g} m ('sheet' instead of 'box' "
                                   "makes a wall without thickness)",
                                   draft.plan.decision.spacing_m));
        if (on_grid && !beyond.empty())
            groups.add(name, fmt::format("reaches beyond the domain along {} and is cut off there", beyond));
    }
    for (std::string& sentence : groups.sentences()) warnings.push_back(std::move(sentence));
}

}  // namespace

std::vector<std::string> draft_warnings(const PlanDraft& draft) {
    const PlanOutline& plan = draft.plan;
    std::vector<std::string> warnings = plan.scene.doubts;
    for (std::string& doubt : unit_doubts(plan.scene)) warnings.push_back(std::move(doubt));
    if (plan.decision.shot == 0)
        for (std::string& doubt : place_doubts(plan.scene, plan.decision.spacing_m))
            warnings.push_back(std::move(doubt));
    warn_about_solids(draft, warnings);
    warn_about_dispersion(plan, warnings);
    if (!plan.scene.medium.physics) {
        warn_about_standing_wave(plan, warnings);
        warn_about_second_waves(plan, warnings);
    }
    if (const auto& snapshots = plan.scene.outputs.snapshots;
        snapshots && snapshots->every_s < plan.decision.time_step_s)
        warnings.push_back(
            fmt::format("snapshots are asked for every {:.4g} s, which is less than the time step of {:.4g} s: one is "
                        "taken at every step",
                        snapshots->every_s, plan.decision.time_step_s));
    warn_about_sources(draft, warnings);
    warn_about_near_receivers(draft, warnings);
    for (const std::string& warning : reach_warnings(draft)) warnings.push_back(warning);
    return warnings;
}

}  // namespace wavesim
