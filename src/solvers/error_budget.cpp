// SPDX-License-Identifier: MIT
#include "solvers/error_budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/anisotropy.hpp"
#include "solvers/interpolation.hpp"
#include "solvers/open_sides.hpp"
#include "solvers/radiated_level.hpp"
#include "solvers/reach.hpp"
#include "solvers/time_correction.hpp"
#include "stencils/words.hpp"

namespace wavesim {

namespace {

/// got / asked - 1, free of the sign of rounding noise.
double relative(double got, double asked) {
    const double difference = asked > 0 ? got / asked - 1 : 0;
    return std::abs(difference) < 1e-9 ? 0 : difference;
}

/// Level error in a direction of wave numbers, of the source that errs most.
double level_error(const PlanOutline& plan, const std::array<double, 3>& direction) {
    double worst = 0;
    if (plan.scene.tti) return worst;
    const double ratio = plan.decision.slowest_m_s / plan.decision.fastest_m_s;
    for (const bool averaged : {false, true}) {
        const auto this_one = [&](const SourceRequest& source) { return averages_in_time(plan, source) == averaged; };
        if (std::ranges::none_of(plan.scene.sources, this_one)) continue;
        const double error = radiated_level(plan.decision.shape.stencil, ratio * plan.courant_of_traces(),
                                            plan.report.dispersion.points_per_wavelength, direction, averaged) -
                             1;
        if (std::abs(error) > std::abs(worst)) worst = error;
    }
    return worst;
}

struct NamedDirection {
    const char* name;
    double speed_error;
    std::array<double, 3> direction;
};

/// Along an axis, the diagonals, and where speed is worst.
std::vector<NamedDirection> directions(const PlanOutline& plan) {
    const DispersionReport& dispersion = plan.report.dispersion;
    const bool flat = plan.scene.dims == 2;
    const double half = std::sqrt(0.5), third = std::sqrt(1.0 / 3);
    std::vector<NamedDirection> all{{"along an axis", dispersion.axis, {1, 0, 0}},
                                    {flat ? "along the diagonal" : "along a face diagonal",
                                     dispersion.face_diagonal,
                                     {half, flat ? 0 : half, flat ? half : 0}}};
    if (!flat) all.push_back({"along a body diagonal", dispersion.body_diagonal, {third, third, third}});
    all.push_back({"where speed is worst", dispersion.worst, dispersion.worst_direction});
    return all;
}

/// Longest direct way between a source and a receiver that its sound reaches within the run, m, and not longer than
/// the way of the slowest sound in it. Around solids it is the upper bound of the way.
double longest_direct_path(const PlanOutline& plan, std::int64_t steps, double run_path_m) {
    double longest = 0;
    for (std::size_t i = 0; i < plan.decision.sources.size(); ++i) {
        const Point& s = plan.decision.sources[i].position;
        const double within = reach(plan, plan.scene.sources[i], steps);
        for (std::size_t k = 0; k < plan.decision.receivers.size(); ++k) {
            const Point& r = plan.decision.receivers[k].position;
            const double line = std::hypot(s.x - r.x, s.y - r.y, s.z - r.z);
            const WayBounds way = plan.report.ways.empty() ? WayBounds{line, line}
                                                           : plan.report.ways[i * plan.decision.receivers.size() + k];
            if (way.least <= within) longest = std::max(longest, way.most);
        }
    }
    return std::min(longest, run_path_m);
}

/// The side whose length errs most, of those that lie between walls or free surfaces.
ErrorBudget::Side worst_side(const PlanOutline& plan, const ErrorBudget& budget) {
    ErrorBudget::Side worst;
    for (int axis = 0; axis < 3; ++axis) {
        const auto side = static_cast<std::size_t>(2 * axis);
        const auto& kind = plan.scene.boundaries.kind;
        if (kind[side] == SideKind::absorbing && kind[side + 1] == SideKind::absorbing) continue;
        if (plan.scene.dims == 2 && axis == 1) continue;
        const double error =
            relative(plan.report.geometry.size_m.along(axis), plan.report.geometry.size_asked_m.along(axis));
        if (std::abs(error) > std::abs(worst.length_error)) worst = {"xyz"[axis], error, 0, 0};
    }
    const double late_s = budget.run_path_m * worst.length_error / plan.decision.slowest_m_s;
    worst.run_delay_ms = 1e3 * late_s;
    worst.run_phase_deg = 360 * budget.frequency_hz * late_s;
    return worst;
}

/// Largest spectral error of the interpolation of a point between nodes, at 4 points per wavelength and more.
double interpolation_error(const PlanOutline& plan) {
    double worst = 0;
    const auto look = [&](const PlannedPoint& point, Placement placement) {
        if (placement == Placement::nearest_node) return;
        double off_node = 0;
        for (int axis = 0; axis < 3; ++axis) {
            if (plan.scene.dims == 2 && axis == 1) continue;
            const double at =
                node_coordinate(plan.decision.shape.halo, plan.decision.spacing_m, point.position.along(axis));
            off_node = std::max(off_node, std::abs(at - std::round(at)));
        }
        if (off_node < 1e-9) return;
        const double moved = 2 * std::numbers::pi / plan.report.dispersion.points_per_wavelength * off_node;
        worst = std::max(worst, point.half_width == 0 ? moved : largest_spectral_error(point.half_width));
    };
    for (std::size_t i = 0; i < plan.decision.sources.size(); ++i)
        look(plan.decision.sources[i], plan.scene.sources[i].placement);
    for (std::size_t i = 0; i < plan.decision.receivers.size(); ++i)
        look(plan.decision.receivers[i], plan.scene.receivers[i].placement);
    return worst;
}

TiltedEnd tilted_end(const PlanOutline& plan) {
    if (has_sponge(plan.scene)) return TiltedEnd::sponge;
    if (plan.scene.tti->form == TtiForm::k73) return TiltedEnd::k73_layers;
    return plan.report.axes_turn_far ? TiltedEnd::self_adjoint_far_layers : TiltedEnd::self_adjoint_layers;
}

/// Points per wavelength of the pulse where sound is fastest.
double layer_points(const PlanOutline& plan) {
    return plan.decision.fastest_m_s / (layer_frequency(plan) * plan.decision.spacing_m);
}

double tilted_reflection_db(const PlanOutline& plan, std::int64_t cells) {
    constexpr double most_db = -1;
    const TiltedEnd end = tilted_end(plan);
    return std::min(most_db, measured_tilted_reflection_db(cells, end) +
                                 more_of_tilted_pulses_db(end, layer_points(plan), anellipticity(plan.scene)));
}

void add_walls(const PlanOutline& plan, ErrorBudget& budget) {
    const GeometryReport& geometry = plan.report.geometry;
    budget.side = worst_side(plan, budget);
    budget.solid_shift_m = geometry.solid_shift_m;
    budget.volume_error = relative(geometry.volume_m3, geometry.volume_asked_m3);
    double absorbing_asked = 0;
    double absorbing = 0;
    for (const GeometryReport::Area& area : geometry.areas) {
        if (area.asked_m2 == 0 && area.m2 == 0) continue;
        budget.walls.push_back({area.surface, relative(area.m2, area.asked_m2)});
        absorbing_asked += area.asked_m2 * random_absorption(area.admittance);
        absorbing += area.m2 * random_absorption(area.admittance);
    }
    if (absorbing > 0 && absorbing_asked > 0)
        budget.reverberation_error = relative((1 + budget.volume_error) * absorbing_asked, absorbing);
}

}  // namespace

bool level_is_unbounded(const PlanOutline& plan) {
    return std::ranges::any_of(
        directions(plan), [&](const NamedDirection& named) { return std::isinf(level_error(plan, named.direction)); });
}

ErrorBudget error_budget(const PlanOutline& plan) { return error_budget(plan, plan.decision.steps); }

ErrorBudget error_budget(const PlanOutline& plan, std::int64_t steps_done) {
    ErrorBudget budget;
    const double c = plan.decision.slowest_m_s;  // where waves are shortest
    budget.frequency_hz = plan.report.dispersion.frequency_hz;
    budget.steps = std::min(plan.decision.steps, steps_done);
    budget.run_s = plan.decision.time_step_s * static_cast<double>(budget.steps);
    budget.planned_s = plan.decision.time_step_s * static_cast<double>(plan.decision.steps);
    budget.interface_shift_m = plan.report.interface_shift_m;
    const LayerForm form = layer_form(plan.decision.shape.stencil, plan.courant());
    for (std::size_t s = 0; s < 6; ++s)
        if (plan.scene.boundaries.kind[s] == SideKind::absorbing) {
            const std::int64_t cells = plan.scene.boundaries.layer[s].cells;
            const double reflected =
                plan.scene.tti ? tilted_reflection_db(plan, cells) : measured_reflection_db(cells, form);
            budget.layer_reflection_db =
                budget.layer_reflection_db == 0 ? reflected : std::max(budget.layer_reflection_db, reflected);
        }
    budget.isotropic = !plan.scene.tti;
    budget.layer_points = plan.scene.tti ? layer_points(plan) : 12;
    budget.taper_lead = plan.report.taper_lead;
    budget.precision = plan.decision.shape.precision;
    budget.run_path_m = c * budget.run_s;
    budget.longest_path_m = longest_direct_path(plan, budget.steps, budget.run_path_m);
    for (const auto& [name, error, direction] : directions(plan)) {
        // A wave that is `error` too fast arrives path/c (1/(1 + error) - 1) later.
        const double per_metre = (1 / (1 + error) - 1) / c;
        const double delay = budget.longest_path_m * per_metre;
        budget.directions.push_back({name, error, level_error(plan, direction), 1e3 * delay,
                                     360 * budget.frequency_hz * delay, 1e3 * budget.run_path_m * per_metre});
    }
    if (plan.decision.time_correction.on && plan.decision.snapshots)
        budget.snapshot_speed_error = worst_speed_error(plan, false);
    budget.interpolation_error = interpolation_error(plan);
    add_walls(plan, budget);
    const double unit_roundoff = budget.precision == Precision::float32 ? 0x1p-24 : 0x1p-53;
    // The second wave of the self-adjoint form stands still along the axis: there what rounding gives it adds up, near
    // layers 3 to 6 units per step, times the ratio of speeds (measured).
    const bool adds_up = plan.scene.tti && plan.scene.tti->form == TtiForm::self_adjoint;
    const double units = adds_up ? 10 * plan.decision.fastest_m_s / plan.decision.slowest_m_s : 1;
    budget.rounding = units * unit_roundoff * static_cast<double>(budget.steps);
    return budget;
}

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

std::string level_text(const ErrorBudget& budget, const ErrorBudget::Direction& direction) {
    if (!budget.isotropic) return "";
    if (std::isinf(direction.level_error)) return ", level without bound";
    const double percent = 100 * direction.level_error;
    return fmt::format(", level {:+.2f} %", std::abs(percent) < 0.005 ? 0 : percent);
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
                        "where it is most, at {:.0f} degrees from the symmetry axis",
                        time_text(-1e3 * lead.seconds), 360 * budget.frequency_hz * lead.seconds, lead.degrees));
    describe_walls(budget, lines);
    if (budget.layer_reflection_db < 0)
        lines.push_back(fmt::format(
            "absorbing layers: about {:.0f} dB come back of pulses with {:.0f} points per wavelength{}, more "
            "of longer ones and at grazing incidence over more than 100 cells along a layer",
            budget.layer_reflection_db, budget.layer_points, budget.isotropic ? "" : ", as here"));
    if (budget.interface_shift_m > 0)
        lines.push_back(
            fmt::format("interfaces of the medium on the grid: up to {:.3g} m off", budget.interface_shift_m));
    if (budget.interpolation_error > 0)
        lines.push_back(fmt::format("sources and receivers between nodes: up to {:.2g} % each along an axis",
                                    100 * budget.interpolation_error));
    lines.push_back(fmt::format("rounding: below {:.1e} of the loudest sound ({}, {} steps)", budget.rounding,
                                word_of(budget.precision), budget.steps));
    return lines;
}

}  // namespace wavesim
