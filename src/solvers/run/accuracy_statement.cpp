// SPDX-License-Identifier: MIT
#include "solvers/run/accuracy_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/accuracy/error_shares.hpp"
#include "solvers/accuracy/gridded_solids.hpp"
#include "solvers/plan/program_waves.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

namespace {

constexpr double worthless = 0.5;     // error of the direct sound from which on results are useless
constexpr double right_degrees = 10;  // phase error up to which sounds still add up correctly

std::string frequency_text(double hz) {
    return hz >= 1000 ? fmt::format("{:.3g} kHz", 1e-3 * hz) : fmt::format("{:.3g} Hz", hz);
}

std::string time_text(double seconds) {
    if (seconds >= 9.95) return fmt::format("{:.0f} s", seconds);
    return seconds >= 0.0995 ? fmt::format("{:.2g} s", seconds) : fmt::format("{:.2g} ms", 1e3 * seconds);
}

std::string percent_text(double error) {
    const double percent = 100 * error;
    if (percent < 0.01) return "less than 0.01 %";
    return percent < 9.5 ? fmt::format("about {:.1g} %", percent) : fmt::format("about {:.2g} %", percent);
}

/// How long phases stay right if sound stays in the domain; empty if it leaves.
std::string phase_text(const ErrorBudget& budget) {
    if (!budget.sound_stays) return "";
    const double per_second = std::abs(budget.heard.run_delay_s) / budget.run_s;  // a delay grows with the time
    const double right_s = right_degrees / 360 / (budget.heard.frequency_hz * per_second);
    const std::string at = " at " + frequency_text(budget.heard.frequency_hz);
    if (!(right_s < budget.run_s))
        return fmt::format("phase is right to {:.0f} degrees{} for all of the run", right_degrees, at);
    return fmt::format("phase is right to {:.0f} degrees for {}{}; afterwards use decays only", right_degrees,
                       time_text(right_s), at);
}

/// Upper end of the band of the sources, as far as the grid carries it, Hz.
double highest_heard(const PlanOutline& plan) {
    double high = 0;
    for (const SourceRequest& source : plan.scene.sources)
        if (const auto band = SignalEnergy(source.signal, plan.scene.duration_s).band())
            high = std::max(high, band->high_hz);
    const double carried = plan.report.dispersion.frequency_hz;
    return high > 0 ? std::min(high, carried) : carried;
}

/// The longest straight way from a source to a receiver, m.
double longest_way(const Scene& scene) {
    double longest = 0;
    for (const SourceRequest& source : scene.sources)
        for (const ReceiverRequest& receiver : scene.receivers)
            longest = std::max(
                longest, std::hypot(receiver.position.x - source.position.x, receiver.position.y - source.position.y,
                                    receiver.position.z - source.position.z));
    return longest;
}

/// For programs only the dispersion is known, from the symbol; other errors are not estimated.
AccuracyStatement accuracy_of_program(const PlanOutline& plan) {
    const double frequency_hz = highest_heard(plan);
    const double worst = std::abs(program_dispersion(plan, frequency_hz).worst);
    std::string text =
        fmt::format("not known: waves of {} keep their speed to {:.2g} %", frequency_text(frequency_hz), 100 * worst);
    if (const double way_m = longest_way(plan.scene); way_m > 0) {
        const double phase = 2 * std::numbers::pi * frequency_hz * way_m / plan.decision.slowest_m_s * worst;
        text += fmt::format(", so after {:.3g} m they are {} off by the grid", way_m,
                            percent_text(2 * std::sin(std::min(phase, std::numbers::pi) / 2)));
    }
    return {text + "; what sides, steps of the medium and points between nodes add is not estimated for programs",
            std::nullopt, "the physics is a program"};
}

std::string verdict_of_what_is_judged(const ErrorBudget& budget) {
    if (budget.aliased_share > mostly_aliased)
        return fmt::format("nothing to rely on: most of the sound lies above {}, which this grid does not carry",
                           frequency_text(budget.carried_hz));
    if (budget.may_grow)
        return "not known: the field of tti.form k73 may grow where the tilt varies; compare with form: self_adjoint";
    if (budget.run_s == 0) return "nothing was computed";
    const std::vector<ErrorShare> shares = error_shares(budget);
    const double error = budget.sound_stays ? combined_direct_error(shares) : combined_error(shares);
    const std::string at = frequency_text(budget.heard.frequency_hz);
    if (budget.slow_wave.unknown)
        return fmt::format(
            "not known: the level of the slow second wave of this TTI medium depends on the cells; all "
            "other errors together are {} of the loudest sound up to {}",
            percent_text(error), at);
    if (sent_back(budget) >= worthless)
        return fmt::format(
            "absorbing layers too thin for {}: half of the loudest sound and more comes back; make them wider", at);
    if (budget.longest_path_m > 0 && error >= worthless)
        return fmt::format(
            "too coarse for {}: the direct sound is off by half and more; use more points per wavelength", at);
    const std::string phase = phase_text(budget);
    if (budget.longest_path_m == 0)
        return phase.empty() ? fmt::format("no receiver hears a source; waves of {} are {:.2g} % off their speed", at,
                                           100 * std::abs(budget.heard.speed_error))
               : budget.room ? budget.room->text() + "; " + phase
                             : phase;
    const double near = budget.sound_stays ? budget.near_source.error : error_beside_source(budget);
    const std::string beside = near > error ? fmt::format(", beside a source {}", percent_text(near)) : "";
    const std::string direct = fmt::format("{} of the loudest sound{}", percent_text(error), beside);
    if (phase.empty()) return fmt::format("errors are {} up to {}", direct, at);
    const double of_solids = std::hypot(budget.solid_error, budget.facing_error, budget.edges.visible);
    const double moved = std::hypot(budget.waves.walls, of_solids);
    const std::string echoes =
        moved > error
            ? fmt::format("; echoes of walls and solids that the grid moves are off by {} of it; apart from them",
                          percent_text(moved))
            : ";";
    const std::string sound = fmt::format("errors of the direct sound are {}{} {}", direct, echoes, phase);
    if (!budget.room) return sound;
    const double level_db = 20 * std::log10(std::max(1e-6, 1 + budget.heard.level_error));
    return fmt::format("{}; level of the direct sound {:+.2f} dB; {}", budget.room->text(),
                       std::abs(level_db) < 0.005 ? 0 : level_db, sound);
}

}  // namespace

std::string verdict(const ErrorBudget& budget) {
    const std::string said = verdict_of_what_is_judged(budget);
    if (budget.solids_left_out == 0) return said;
    return fmt::format("{}; of the solids the {} nearest to sources and receivers count, {} more do not", said,
                       most_judged_solids, budget.solids_left_out);
}

std::vector<std::string> AccuracyStatement::lines() const {
    return budget ? describe(*budget) : std::vector<std::string>{"none, since " + why_no_budget};
}

AccuracyStatement accuracy_of(const PlanOutline& plan) {
    if (plan.scene.medium.physics) return accuracy_of_program(plan);
    const ErrorBudget budget = error_budget(plan);
    return {verdict(budget), budget};
}

AccuracyStatement accuracy_of(const PlanOutline& plan, const RunReport& report) {
    if (report.unstable) return {"the field is not stable: do not trust it", std::nullopt};
    if (plan.scene.medium.physics) return accuracy_of_program(plan);
    const ErrorBudget budget = error_budget(plan, report.steps_before + report.steps_done);
    return {verdict(budget), budget};
}

}  // namespace wavesim
