// SPDX-License-Identifier: MIT
#include "solvers/accuracy/wall_form.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "boundary/port_branches.hpp"
#include "boundary/vertex_cubes.hpp"
#include "boundary/walls.hpp"
#include "solvers/accuracy/band_walls.hpp"
#include "solvers/medium/medium_density.hpp"

namespace wavesim {

namespace {

/// Largest acceptable error of the reverberation time with half-cell walls. They allow passes of several steps on a
/// GPU, which walls on the nodes do not.
constexpr double right_enough = 0.01;

bool absorbs(double admittance) { return admittance >= least_admittance; }

/// Admittances of the walls that a box has; none along y in 2D.
std::vector<double> box_walls(const PlanDraft& draft) {
    std::vector<double> walls;
    for (std::size_t s = 0; s < 6; ++s)
        if (draft.plan.scene.dims == 3 || s / 2 != 1) walls.push_back(draft.admittance[s]);
    return walls;
}

double largest_error(const WallLoss& loss) {
    return std::max(std::abs(loss.normal_reverberation), std::abs(loss.random_reverberation));
}

/// Whether a plan with other walls could have ports with its stencil; `find_port_faults` gives the reasons.
bool could_have_ports(const PlanOutline& plan) {
    const Scene& scene = plan.scene;
    if (scene.boundaries.walls == WallForm::vertex || scene.dims != 3 || !scene.boundaries.all_walls()) return false;
    if (scene.tti || scene.medium.physics || density_varies(scene.medium) ||
        plan.decision.slowest_m_s != plan.decision.fastest_m_s)
        return false;
    const Stencil& stencil = plan.decision.shape.stencil;
    if (points_per_wavelength(plan) < least_port_points(stencil)) return false;
    if (scene.any_solid() && !VertexRule::knows_solids(stencil)) return false;
    return std::ranges::none_of(plan.report.geometry.areas, [](const GeometryReport::Area& area) {
        return area.admittance > most_port_admittance;
    });
}

/// Largest error of a reverberation time, at normal incidence or in a diffuse field; infinite if it is not known.
double worst_reverberation(const WallScheme& scheme, const std::vector<double>& walls, double omega_t) {
    double worst = 0;
    for (const double admittance : walls) {
        if (!absorbs(admittance)) continue;
        const WallLoss loss = wall_loss(scheme, admittance, omega_t);
        worst = std::max(worst, largest_error(loss));
    }
    return worst;
}

}  // namespace

WallScheme wall_scheme(const PlanOutline& plan, double admittance) {
    const WallForm form = plan.scene.boundaries.walls;
    const Stencil& stencil = plan.decision.shape.stencil;
    WallScheme scheme{stencil, plan.courant(), WallTime::branch,
                      form == WallForm::whole ? WallPosition::whole : WallPosition::half, 0};
    scheme.traces = trace_time(plan);
    if (form != WallForm::lumped) scheme.air_mass = std::max(0.0, half_cell_air_mass(stencil, scheme.position));
    if (form == WallForm::vertex) {
        scheme.time = WallTime::ports;
        scheme.branches =
            unit_branches(stencil, {plan.courant(), points_per_wavelength(plan), scheme.traces, admittance});
    }
    const bool half_cell = form == WallForm::automatic || form == WallForm::half;
    if (half_cell && takes_explicit_walls(stencil)) scheme.time = WallTime::explicit_form;
    return scheme;
}

WallScheme wall_scheme(const PlanOutline& plan, double admittance, const AbsorptionBands& bands) {
    WallScheme scheme = wall_scheme(plan, admittance);
    if (bands.values.empty()) return scheme;
    const BandFit fit = band_fit(plan, bands);
    scheme.branches = fit.branches;
    scheme.exact = fit.exact;
    return scheme;
}

double points_per_wavelength(const PlanOutline& plan) {
    return plan.decision.slowest_m_s / (plan.report.dispersion.frequency_hz * plan.decision.spacing_m);
}

std::vector<VertexLaw> vertex_laws(const PlanDraft& draft) {
    std::vector<VertexLaw> laws;
    if (!draft.plan.decision.shape.wall_ports) return laws;
    const PlanOutline& plan = draft.plan;
    const auto unit = [&](double g) {
        return unit_branches(plan.decision.shape.stencil,
                             {plan.courant(), points_per_wavelength(plan), trace_time(plan), g});
    };
    for (std::size_t s = 0; s < draft.admittance.size(); ++s) {
        const double g = draft.admittance[s];
        if (const SurfaceLaw& law = draft.surfaces.laws[s]; law.by_frequency())
            laws.push_back(band_law(plan, law.by_band()));
        else
            laws.push_back(absorbs(g) ? VertexLaw{branches_of(unit(g), g), 1 / g} : VertexLaw{});
    }
    return laws;
}

const WallLoss& worst_of(const std::vector<WallLoss>& losses) {
    return *std::ranges::max_element(losses, {}, largest_error);
}

std::optional<WallLoss> better_with_ports(const PlanOutline& plan) {
    const std::vector<WallLoss>& now = plan.report.wall_losses;
    if (now.empty() || largest_error(worst_of(now)) <= right_enough || !could_have_ports(plan)) return {};
    const Stencil& stencil = plan.decision.shape.stencil;
    const double courant = std::min(plan.courant(), most_port_step * plan.decision.courant_limit);
    WallScheme scheme{stencil, courant, WallTime::ports, WallPosition::half, 0};
    scheme.air_mass = half_cell_air_mass(stencil, scheme.position);
    scheme.traces = trace_time(plan);
    std::vector<WallLoss> then;
    try {
        for (const GeometryReport::Area& area : plan.report.geometry.areas) {
            if (area.m2 == 0 || !absorbs(area.admittance)) continue;
            scheme.branches =
                unit_branches(stencil, {courant, points_per_wavelength(plan), scheme.traces, area.admittance});
            const double omega = 2 * std::numbers::pi / points_per_wavelength(plan);
            then.push_back(wall_loss(scheme, area.admittance, omega * courant));
            then.back().surface = area.surface;
            then.back().frequency_hz = now.front().frequency_hz;
        }
    } catch (const std::domain_error&) {
        return {};  // the scheme has no wave, or two, at this frequency
    }
    if (then.empty() || 2 * largest_error(worst_of(then)) > largest_error(worst_of(now))) return {};
    return worst_of(then);
}

bool whole_walls_are_better(const PlanDraft& draft) {
    const PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    if (scene.boundaries.walls != WallForm::automatic || !scene.boundaries.all_walls() || scene.any_solid())
        return false;
    if (scene.tti || scene.medium.physics || density_varies(scene.medium) ||
        plan.decision.slowest_m_s != plan.decision.fastest_m_s)
        return false;
    const std::vector<double> walls = box_walls(draft);
    if (std::ranges::none_of(walls, absorbs) || std::ranges::max(walls) > 1 / least_admittance) return false;
    try {
        WallScheme scheme = wall_scheme(plan, std::ranges::max(walls));
        const double omega_t = 2 * std::numbers::pi * plan.report.dispersion.frequency_hz * plan.decision.time_step_s;
        const double half = worst_reverberation(scheme, walls, omega_t);
        if (half <= right_enough) return false;
        scheme.air_mass = half_cell_air_mass(scheme.stencil, WallPosition::whole);
        if (scheme.air_mass < -1e-9) return false;
        scheme.air_mass = std::max(0.0, scheme.air_mass);
        scheme.position = WallPosition::whole;
        scheme.time = WallTime::branch;
        return worst_reverberation(scheme, walls, omega_t) < half;
    } catch (const std::domain_error&) {
        return false;  // the scheme has no wave, or two, at this frequency, or no such walls
    }
}

}  // namespace wavesim
