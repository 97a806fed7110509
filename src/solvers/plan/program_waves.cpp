// SPDX-License-Identifier: MIT
#include "solvers/plan/program_waves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "solvers/medium/program_parameters.hpp"
#include "solvers/plan/program_choice.hpp"
#include "solvers/space/grid_choice.hpp"
#include "solvers/ways/open_sides.hpp"
#include "stencils/equations/plane_waves.hpp"

namespace wavesim {

namespace {

using equations::PlaneWave;
using equations::Setting;
using equations::Symbol;
using std::numbers::pi;

/// Waves with so small a phase change per node (rad), and with so short a path per step (in cells), travel as without a
/// grid.
constexpr double little_turn = 0.03;
constexpr double little_step = 0.1;
/// Refinement of the grid at which waves are considered free of grid effects.
constexpr double finer = 8;

/// A wave of a program and the parameter values to which it belongs.
struct Wave {
    double speed_m_s = 0;
    std::vector<double> parameters;
};
struct Ends {
    Wave slowest;
    Wave fastest;
};

/// The smallest and largest speed of waves at a frequency, on a grid so fine that it has no effect.
Ends ends_of(const Symbol& symbol, const std::vector<std::vector<double>>& sets, double guess_m_s,
             double frequency_hz) {
    const double spacing = little_turn * guess_m_s / (2 * pi * frequency_hz);
    const double step = little_step * spacing / guess_m_s;
    constexpr double still = 1e-3;  // relative to the guess; slower waves count as stationary
    Ends ends;
    for (const std::vector<double>& set : sets)
        for (const Symbol::Complex& value : symbol.eigenvalues({little_turn, 0, 0}, {step, spacing, set})) {
            const double speed = std::abs(std::arg(value)) / step * spacing / little_turn;
            if (!(speed > still * guess_m_s)) continue;
            if (!(ends.slowest.speed_m_s > 0) || speed < ends.slowest.speed_m_s) ends.slowest = {speed, set};
            if (speed > ends.fastest.speed_m_s) ends.fastest = {speed, set};
        }
    return ends;
}

/// The highest frequency for a grid with that spacing.
double frequency_of(const Scene& scene, double spacing_m, double slowest_m_s) {
    return scene.grid.max_frequency_hz.value_or(slowest_m_s / (spacing_m * scene.grid.points_per_wavelength));
}

/// The same on a grid as fine as the speeds of the medium require. No value if there is no such grid; the draft reports
/// it.
Ends ends_of(const Scene& scene) {
    std::vector<Fault> reported_elsewhere;
    const std::optional<Stencil> stencil = program_stencil(scene, reported_elsewhere);
    const double guess = speed_range(scene.medium).slowest;
    const double spacing = scene.grid.spacing_m.value_or(
        guess / (scene.grid.max_frequency_hz.value_or(1) * scene.grid.points_per_wavelength));
    const auto grid = choose_grid(scene.dims, scene.size_m, spacing, WallPosition::half);
    if (!stencil || !grid) return {};
    const ProgramParameters parameters(scene, *grid, WallPosition::half);
    return ends_of(Symbol(*scene.medium.physics->program, *stencil), parameters.sets(), guess,
                   frequency_of(scene, spacing, guess));
}

Ends ends_of(const PlanOutline& plan) {
    const GridChoice grid = domain_grid(plan);
    return ends_of(Symbol(*plan.scene.medium.physics->program, plan.decision.shape.stencil),
                   ProgramParameters(plan.scene, grid, WallPosition::half).sets(), plan.decision.slowest_m_s,
                   plan.report.dispersion.frequency_hz);
}

/// Waves up to one of `most` rad per node, in steps so small that waves cannot be confused.
std::vector<PlaneWave> waves_up_to(const Symbol& symbol, const Setting& setting, const Symbol::WaveVector& direction,
                                   double most, double speed) {
    constexpr int steps = 32;  // steps 8, 16 and 32 are a quarter, a half and all of the range
    std::vector<double> turns;
    for (int i = 1; i <= steps; ++i) turns.push_back(most * i / steps);
    return plane_waves(symbol, setting, direction, turns, speed);
}

}  // namespace

SpeedRange wave_speeds(const Scene& scene) {
    const SpeedRange named = speed_range(scene.medium);
    if (!scene.medium.physics) return named;
    const Ends ends = ends_of(scene);
    if (!(ends.slowest.speed_m_s > 0)) return named;
    return {ends.slowest.speed_m_s, ends.fastest.speed_m_s};
}

DispersionReport program_dispersion(const PlanOutline& plan, double frequency_hz) {
    const PlanDecision& decision = plan.decision;
    const Symbol symbol(*plan.scene.medium.physics->program, decision.shape.stencil);
    const Ends ends = ends_of(plan);
    DispersionReport report;
    report.frequency_hz = frequency_hz;
    report.points_per_wavelength = decision.slowest_m_s / (frequency_hz * decision.spacing_m);
    const bool flat = plan.scene.dims == 2;
    const auto error_along = [&](const std::array<double, 3>& direction) {
        double worst = 0;
        for (const Wave& wave : {ends.slowest, ends.fastest}) {
            if (!(wave.speed_m_s > 0)) continue;
            const double turn = 2 * pi * frequency_hz * decision.spacing_m / wave.speed_m_s;
            const Setting coarse{decision.time_step_s, decision.spacing_m, wave.parameters};
            const Setting fine{coarse.time_step / finer, coarse.spacing / finer, wave.parameters};
            const double here = waves_up_to(symbol, coarse, direction, turn, wave.speed_m_s).back().speed;
            const double there = waves_up_to(symbol, fine, direction, turn / finer, wave.speed_m_s).back().speed;
            if (const double error = here / there - 1; std::abs(error) > std::abs(worst)) worst = error;
        }
        if (std::abs(worst) > std::abs(report.worst)) {
            report.worst = worst;
            report.worst_direction = direction;
        }
        return worst;
    };
    const double half = std::sqrt(0.5);
    const double third = std::sqrt(1.0 / 3);
    report.axis = error_along({1, 0, 0});
    report.face_diagonal = error_along({half, flat ? 0 : half, flat ? half : 0});
    if (!flat) report.body_diagonal = error_along({third, third, third});
    return report;
}

std::vector<ProgramWave> program_waves(const PlanOutline& plan) {
    const PlanDecision& decision = plan.decision;
    const Symbol symbol(*plan.scene.medium.physics->program, decision.shape.stencil);
    const Ends ends = ends_of(plan);
    const double frequency_hz = plan.report.dispersion.frequency_hz;
    std::vector<ProgramWave> waves;
    const auto add = [&](const Wave& wave) {
        const double turn = 2 * pi * frequency_hz * decision.spacing_m / wave.speed_m_s;
        const std::vector<PlaneWave> all = waves_up_to(
            symbol, {decision.time_step_s, decision.spacing_m, wave.parameters}, {1, 0, 0}, turn, wave.speed_m_s);
        for (const std::size_t i : {all.size() / 4, all.size() / 2, all.size()})
            waves.push_back({all[i - 1].frequency, all[i - 1].speed, all[i - 1].decay});
    };
    if (ends.slowest.speed_m_s > 0) add(ends.slowest);
    constexpr double alike = 1e-3;
    if (ends.fastest.speed_m_s > ends.slowest.speed_m_s * (1 + alike)) add(ends.fastest);
    return waves;
}

}  // namespace wavesim
