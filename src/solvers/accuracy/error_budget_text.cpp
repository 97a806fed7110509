// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/accuracy/error_budget.hpp"
#include "solvers/accuracy/gridded_solids.hpp"
#include "solvers/accuracy/layer_echo.hpp"
#include "solvers/accuracy/wall_form.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

/// "66.9 us"
std::string span_text(double ms) {
    const double size = std::abs(ms);
    if (size == 0 || size >= 0.9995) return fmt::format("{:.3g} ms", size);
    return size >= 0.9995e-3 ? fmt::format("{:.3g} us", 1e3 * size) : fmt::format("{:.3g} ns", 1e6 * size);
}

/// "66.9 us late"
std::string time_text(double delay_ms) { return span_text(delay_ms) + (delay_ms <= 0 ? " early" : " late"); }

/// "1.73 m", never "2e+03 m"
std::string way_text(double m, int digits) {
    return m < std::pow(10, digits) - 0.5 ? fmt::format("{:.{}g} m", m, digits) : fmt::format("{:.0f} m", m);
}

std::string echo_text(double db) {
    return db < least_echo_db ? fmt::format("less than {:.0f}", least_echo_db) : fmt::format("about {:.0f}", db);
}

std::string level_text(const ErrorBudget& budget, const ErrorBudget::Direction& direction) {
    if (!budget.isotropic) return "";
    if (std::isinf(direction.level_error)) return ", level without bound";
    const double db = 20 * std::log10(std::max(1e-6, 1 + direction.level_error));
    return fmt::format(", level {:+.2f} dB", std::abs(db) < 0.005 ? 0 : db);
}

/// "sources: nine tenths of their energy between 176 and 657 Hz"
std::string band_text(const ErrorBudget& budget) {
    const FrequencyBand& band = *budget.band;
    const std::string where =
        band.low_hz == band.high_hz
            ? fmt::format("a tone of {:.4g} Hz", band.high_hz)
            : fmt::format("nine tenths of their energy between {:.4g} and {:.4g} Hz", band.low_hz, band.high_hz);
    const std::string lost = budget.aliased_share > 0.01
                                 ? fmt::format("; {:.3g} % of it above {:.4g} Hz, which this grid does not carry",
                                               100 * budget.aliased_share, budget.carried_hz)
                                 : "";
    return "  sources: " + where + lost;
}

void describe_walls(const ErrorBudget& budget, std::vector<std::string>& lines) {
    if (budget.walls.empty()) return;
    const auto worst = std::ranges::max_element(
        budget.walls, {}, [](const ErrorBudget::Wall& wall) { return std::abs(wall.area_error); });
    std::string text;
    const auto say = [&text](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
    if (budget.side.length_error != 0)
        say(fmt::format("length {:+.2f} % along {} (reflections at the end of the run {}, {:.3g} degrees of a period)",
                        100 * budget.side.length_error, budget.side.axis, time_text(budget.side.run_delay_ms),
                        std::abs(budget.side.run_phase_deg)));
    if (budget.solid_shift_m > 0) say(fmt::format("faces of solids up to {:.3g} m off", budget.solid_shift_m));
    if (budget.volume_error != 0) say(fmt::format("volume {:+.2f} %", 100 * budget.volume_error));
    if (worst->area_error != 0) say(fmt::format("worst area {:+.2f} % ({})", 100 * worst->area_error, worst->surface));
    if (budget.reverberation_error != 0)
        say(fmt::format("reverberation time {:+.2f} %", 100 * budget.reverberation_error));
    lines.push_back("walls on the grid: " + (text.empty() ? "exactly where they were asked for" : text));
}

/// The surface with the largest error of its reverberation time.
void describe_wall_losses(const ErrorBudget& budget, std::vector<std::string>& lines) {
    if (budget.wall_losses.empty()) return;
    const WallLoss& worst = worst_of(budget.wall_losses);
    const std::string with_ports =
        budget.with_ports
            ? fmt::format("; with walls: vertex it would be {:+.2g} % and {:+.2g} %",
                          100 * budget.with_ports->normal_reverberation, 100 * budget.with_ports->random_reverberation)
            : "";
    lines.push_back(fmt::format(
        "walls with losses at {:.4g} Hz, worst {}: absorption {:+.2g} % head-on, {:+.2g} % of sound from everywhere; "
        "reverberation time {:+.2g} % and {:+.2g} %{}",
        worst.frequency_hz, worst.surface, 100 * worst.normal_absorption, 100 * worst.random_absorption,
        100 * worst.normal_reverberation, 100 * worst.random_reverberation, with_ports));
}

/// Errors from interfaces of the medium and from details smaller than a cell.
void describe_medium(const ErrorBudget& budget, std::vector<std::string>& lines) {
    if (budget.interface_shift_m > 0)
        lines.push_back(
            fmt::format("interfaces of the medium on the grid: up to {:.3g} m off", budget.interface_shift_m));
    if (budget.medium.most() < 5e-6) return;
    const std::string what = !budget.isotropic     ? "TTI parameters, of nodes and not means of their cells"
                             : budget.finer_medium ? "what the medium has within cells"
                                                   : "interfaces within cells";
    lines.push_back(
        fmt::format("{}: {:.2g} % of the waves that come along {} are wrong behind, {:.2g} % come back wrong", what,
                    100 * budget.medium.transmitted, budget.medium.axis, 100 * budget.medium.reflected));
}

/// Errors of reflections from displaced surfaces, and their duration.
void describe_reflections(const ErrorBudget& budget, std::vector<std::string>& lines) {
    const auto say = [&](double error, const char* what) {
        if (error >= 5e-6) lines.push_back(fmt::format("{}: {:.2g} % of the loudest sound", what, 100 * error));
    };
    say(budget.solid_error, "reflections of solids, by their places and sizes on the grid");
    say(budget.facing_error, "echoes between facing solids and sides, by their places and the speed of the scheme");
    say(budget.edges.hidden, "sound around solids that hide a source, by their edges on the grid");
    say(budget.edges.visible, "waves from edges of solids beside the paths of sound, by these edges on the grid");
    if (budget.solids_left_out > 0)
        lines.push_back(fmt::format("  solids: the {} nearest to sources and receivers, {} more are left out",
                                    most_judged_solids, budget.solids_left_out));
    say(budget.wall_echo_error, "first reflections of walls, by the losses that the scheme gives them");
    say(budget.waves.walls, "reflections of the sides, by their places on the grid");
    say(budget.waves.reflected, "sound that walls keep, by its speed until the end of the run");
}

}  // namespace

std::vector<std::string> describe(const ErrorBudget& budget) {
    std::vector<std::string> lines;
    if (budget.run_s < budget.planned_s)
        lines.push_back(fmt::format("planned for {:.4g} s, stopped at {:.4g} s, for which this holds", budget.planned_s,
                                    budget.run_s));
    const bool direct = budget.longest_path_m > 0;
    lines.push_back(fmt::format(
        "sound of {:.4g} Hz, the highest that the grid is made for; {}in the whole run over {}:", budget.frequency_hz,
        direct ? fmt::format("direct over at most {} to a receiver, ", way_text(budget.longest_path_m, 3)) : "",
        way_text(budget.run_path_m, 4)));
    if (budget.band) lines.push_back(band_text(budget));
    const ErrorBudget::Direction& worst = budget.directions.back();
    for (const ErrorBudget::Direction& d : budget.directions) {
        if (&d == &worst && std::any_of(budget.directions.begin(), budget.directions.end() - 1,
                                        [&](const auto& named) { return named.speed_error == worst.speed_error; }))
            continue;
        const std::string on_the_way = direct ? fmt::format("direct {} ({:.3g} degrees of a period), ",
                                                            time_text(d.delay_ms), std::abs(d.phase_deg))
                                              : "";
        lines.push_back(fmt::format("  {}: speed {:+.3f} %{}; {}whole run {}", d.name, 100 * d.speed_error,
                                    level_text(budget, d), on_the_way, span_text(d.run_delay_ms)));
    }
    if (budget.snapshot_speed_error != 0)
        lines.push_back(fmt::format("in snapshots, which keep the error of the time step, speed {:+.3f} % at worst",
                                    100 * budget.snapshot_speed_error));
    if (!budget.isotropic) lines.push_back("level: not estimated in anisotropic media");
    if (const TaperLead& lead = budget.taper_lead; lead.seconds > 0)
        lines.push_back(
            fmt::format("TTI medium made elliptical around sources: waves leave about {} ({:.3g} degrees of a period) "
                        "where it is most, at {:.0f} degrees from the symmetry axis; traces change where source "
                        "and receiver are exchanged",
                        time_text(-1e3 * lead.seconds), 360 * budget.frequency_hz * lead.seconds, lead.degrees));
    if (const PWaveErrors& points = budget.p_wave_points; points.level > 0)
        lines.push_back(fmt::format(
            "sources and receivers of P waves alone in the TTI medium: levels up to {:.2g} % off by direction{}; they "
            "may be exchanged",
            100 * points.level,
            points.second > 0 ? fmt::format(", {:.2g} % of the slow second wave is left", 100 * points.second) : ""));
    if (const SlowWave& slow = budget.slow_wave; slow.unknown)
        lines.push_back(
            "slow second wave of these equations: what comes of it where rocks of the TTI medium meet, and of sources "
            "in the "
            "medium as it is, is not estimated");
    else if (slow.error > 0)
        lines.push_back(fmt::format("slow second wave of the sources: {:.2g} % of the loudest sound at a receiver",
                                    100 * slow.error));
    if (budget.second_wave)
        lines.push_back(
            "TTI medium as it is around sources: they also send the slow second wave of these equations, some of which "
            "stays where it is (in a model with folds a third of the peak was left after 10 s, and a sixth with "
            "around_source: elliptical); source and receiver may be exchanged");
    if (budget.room) lines.push_back("room: " + budget.room->text());
    describe_walls(budget, lines);
    describe_wall_losses(budget, lines);
    describe_reflections(budget, lines);
    if (budget.layer_reflection_db)
        lines.push_back(fmt::format(
            "absorbing layers: {} dB of the loudest sound come back to a receiver, for these pulses of "
            "{:.3g} points per wavelength; more at grazing incidence over more than 100 cells along a layer",
            echo_text(*budget.layer_reflection_db), budget.layer_points));
    if (budget.layers_more_db > 0)
        lines.push_back(
            fmt::format("  in TTI rocks that were tried at most {:.0f} dB more came back, and {:.0f} dB less",
                        budget.layers_more_db, budget.layers_less_db));
    if (budget.layers.size() > 1)
        for (const ErrorBudget::Layer& layer : budget.layers)
            lines.push_back(fmt::format("  {}, {} cells: {} dB", layer.side, layer.cells, echo_text(layer.db)));
    describe_medium(budget, lines);
    if (budget.interpolation_error > 0)
        lines.push_back(fmt::format("sources and receivers between nodes: up to {:.2g} % each along an axis",
                                    100 * budget.interpolation_error));
    if (budget.beside_steps_error > 0)
        lines.push_back(fmt::format(
            "sources and receivers beside steps of the density, free surfaces, walls with losses and solids: "
            "up to {:.2g} % each",
            100 * budget.beside_steps_error));
    if (budget.near_source.error > 0)
        lines.push_back(fmt::format(
            "receivers near a source, one of the two between nodes: up to {:.2g} % at {:.2g} cells, since both "
            "are spread over several nodes; placement: nearest errs less",
            100 * budget.near_source.error, budget.near_source.cells));
    lines.push_back(fmt::format("rounding: below {:.1e} of the loudest sound ({}, {} steps)", budget.rounding,
                                word_of(budget.precision), budget.steps));
    return lines;
}

}  // namespace wavesim
