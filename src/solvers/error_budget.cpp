// SPDX-License-Identifier: MIT
#include "solvers/error_budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace wavesim {

namespace {

/// got / asked - 1, free of the sign of rounding noise.
double relative(double got, double asked) {
    const double difference = asked > 0 ? got / asked - 1 : 0;
    return std::abs(difference) < 1e-9 ? 0 : difference;
}

void add_walls(const Plan& plan, ErrorBudget& budget) {
    const GeometryReport& geometry = plan.geometry;
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

ErrorBudget error_budget(const Plan& plan) {
    ErrorBudget budget;
    const double c = plan.slowest_m_s;  // where waves are shortest
    budget.frequency_hz = plan.dispersion.frequency_hz;
    budget.steps = plan.steps;
    budget.interface_shift_m = plan.interface_shift_m;
    const LayerForm form = layer_form(plan.problem.stencil, plan.courant);
    for (std::size_t s = 0; s < 6; ++s)
        if (plan.scene.boundaries.kind[s] == SideKind::absorbing && !plan.scene.tti) {
            const double reflected = measured_reflection_db(plan.scene.boundaries.layer[s].cells, form);
            budget.layer_reflection_db =
                budget.layer_reflection_db == 0 ? reflected : std::max(budget.layer_reflection_db, reflected);
        }
    budget.precision = plan.problem.precision;
    budget.run_path_m = c * plan.time_step_s * static_cast<double>(plan.steps);
    for (const PlannedPoint& s : plan.sources)
        for (const PlannedPoint& r : plan.receivers)
            budget.longest_path_m = std::max(
                budget.longest_path_m,
                std::hypot(s.position.x - r.position.x, s.position.y - r.position.y, s.position.z - r.position.z));
    const auto add = [&](const char* name, double error) {
        // A wave that is `error` too fast arrives path/c (1/(1 + error) - 1) later.
        const double per_metre = (1 / (1 + error) - 1) / c;
        const double delay = budget.longest_path_m * per_metre;
        budget.directions.push_back(
            {name, error, 1e3 * delay, 360 * budget.frequency_hz * delay, 1e3 * budget.run_path_m * per_metre});
    };
    add("along an axis", plan.dispersion.axis);
    add(plan.scene.dims == 2 ? "along the diagonal" : "along a face diagonal", plan.dispersion.face_diagonal);
    if (plan.scene.dims == 3) add("along a body diagonal", plan.dispersion.body_diagonal);
    add("in the worst direction", plan.dispersion.worst);
    add_walls(plan, budget);
    const double unit_roundoff = budget.precision == Precision::float32 ? 0x1p-24 : 0x1p-53;
    budget.rounding = unit_roundoff * static_cast<double>(budget.steps);
    return budget;
}

std::vector<std::string> describe(const ErrorBudget& budget) {
    std::vector<std::string> lines;
    lines.push_back(
        fmt::format("dispersion at {:.4g} Hz over the longest path to a receiver ({:.3g} m) and over the "
                    "path of the whole run ({:.4g} m):",
                    budget.frequency_hz, budget.longest_path_m, budget.run_path_m));
    for (const ErrorBudget::Direction& d : budget.directions)
        lines.push_back(fmt::format("  {}: speed {:+.3f} %, {:.3g} ms {} ({:.3g} degrees); whole run {:.3g} ms", d.name,
                                    100 * d.speed_error, std::abs(d.delay_ms), d.delay_ms <= 0 ? "early" : "late",
                                    std::abs(d.phase_deg), std::abs(d.run_delay_ms)));
    const auto worst = std::max_element(budget.walls.begin(), budget.walls.end(), [](const auto& a, const auto& b) {
        return std::abs(a.area_error) < std::abs(b.area_error);
    });
    if (worst != budget.walls.end())
        lines.push_back(fmt::format(
            "walls on the grid: volume {:+.2f} %, worst area {:+.2f} % ({}), reverberation time "
            "{:+.2f} %",
            100 * budget.volume_error, 100 * worst->area_error, worst->surface, 100 * budget.reverberation_error));
    if (budget.layer_reflection_db < 0)
        lines.push_back(
            fmt::format("absorbing layers: about {:.0f} dB come back, more at grazing incidence over more than "
                        "100 cells along a layer",
                        budget.layer_reflection_db));
    if (budget.interface_shift_m > 0)
        lines.push_back(
            fmt::format("interfaces of the medium on the grid: up to {:.3g} m off", budget.interface_shift_m));
    lines.push_back(fmt::format("rounding: below {:.1e} of the loudest sound ({}, {} steps)", budget.rounding,
                                budget.precision == Precision::float32 ? "float" : "double", budget.steps));
    return lines;
}

}  // namespace wavesim
