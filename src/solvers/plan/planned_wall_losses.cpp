// SPDX-License-Identifier: MIT
#include "solvers/plan/planned_wall_losses.hpp"

#include <numbers>
#include <stdexcept>

#include "solvers/accuracy/wall_form.hpp"

namespace wavesim {

std::vector<WallLoss> planned_wall_losses(const PlanOutline& plan, const WallPlan& walls) {
    std::vector<WallLoss> losses;
    if (plan.decision.slowest_m_s != plan.decision.fastest_m_s) return losses;
    const double frequency = plan.report.dispersion.frequency_hz;
    for (const GeometryReport::Area& area : plan.report.geometry.areas) {
        if (area.m2 == 0 || area.admittance < least_admittance || area.admittance > 1 / least_admittance) continue;
        try {
            WallScheme scheme = wall_scheme(plan, area.admittance, area.bands);
            if (area.bands.values.empty()) scheme.air_mass = walls.air_mass;
            WallLoss loss = wall_loss(scheme, scheme.exact.empty() ? area.admittance : 1,
                                      2 * std::numbers::pi * frequency * plan.decision.time_step_s);
            loss.surface = area.surface;
            loss.frequency_hz = frequency;
            losses.push_back(loss);
        } catch (const std::domain_error&) {
            continue;  // the scheme has no wave, or two, at this frequency
        }
    }
    return losses;
}

}  // namespace wavesim
