// SPDX-License-Identifier: MIT
#include "solvers/accuracy/dispersion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "stencils/scheme/memo.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

namespace {

DispersionReport find_dispersion(const Stencil& stencil, double courant, double frequency_hz,
                                 double points_per_wavelength) {
    constexpr int fan = 12;  // directions (fan, i, j) / |(fan, i, j)|, i, j <= fan
    const StencilSymbol symbol(stencil);
    const double k = 2 * std::numbers::pi / points_per_wavelength;
    const auto error = [&](const std::array<double, 3>& d) {
        const double squared = symbol({k * d[0], k * d[1], k * d[2]});
        if (courant == 0) return std::sqrt(std::max(squared, 0.0)) / k - 1;
        const double s = courant * courant / 4 * squared;
        return 2 * std::asin(std::sqrt(std::clamp(s, 0.0, 1.0))) / (courant * k) - 1;
    };
    DispersionReport report;
    report.frequency_hz = frequency_hz;
    report.points_per_wavelength = points_per_wavelength;
    const bool flat = stencil.dims == 2;
    for (int i = 0; i <= fan; ++i)
        for (int j = 0; j <= (flat ? 0 : i); ++j) {
            const double n = std::sqrt(fan * fan + i * i + j * j);
            const std::array<double, 3> direction =
                flat ? std::array<double, 3>{fan / n, 0, i / n} : std::array<double, 3>{fan / n, i / n, j / n};
            const double e = error(direction);
            if (i == 0) report.axis = e;
            if (i == fan && j == 0) report.face_diagonal = e;
            if (i == fan && j == fan) report.body_diagonal = e;
            if (std::abs(e) > std::abs(report.worst) || (i == 0 && j == 0)) {
                report.worst = e;
                report.worst_direction = direction;
            }
        }
    return report;
}

}  // namespace

DispersionReport report_dispersion(const Stencil& stencil, double courant, double frequency_hz,
                                   double points_per_wavelength) {
    static Memo<DispersionReport> known;
    std::vector<double> key = numbers_of(stencil);
    key.insert(key.end(), {courant, frequency_hz, points_per_wavelength});
    return known.of(std::move(key),
                    [&] { return find_dispersion(stencil, courant, frequency_hz, points_per_wavelength); });
}

DispersionReport dispersion_at(const PlanOutline& plan, double frequency_hz) {
    const Stencil& stencil = plan.decision.shape.stencil;
    const double ratio = plan.decision.slowest_m_s / plan.decision.fastest_m_s;
    const double points_per_wavelength = plan.decision.slowest_m_s / (frequency_hz * plan.decision.spacing_m);
    const DispersionReport slowest =
        report_dispersion(stencil, ratio * plan.courant_of_traces(), frequency_hz, points_per_wavelength);
    if (ratio == 1) return slowest;
    const DispersionReport fastest =
        report_dispersion(stencil, plan.courant_of_traces(), frequency_hz, points_per_wavelength / ratio);
    return std::abs(fastest.worst) > std::abs(slowest.worst) ? fastest : slowest;
}

bool wants_time_filter(const Stencil& stencil, double courant) {
    if (stencil.time_accurate) return true;
    if (shape_of(stencil) == StencilShape::leggy) return false;
    constexpr double k = 0.2;
    constexpr int fan = 6;  // directions (i, j, l) / |(i, j, l)| on the surface of a cube, weighted by solid angle
    const StencilSymbol symbol(stencil);
    double sum = 0;
    double weights = 0;
    for (int i = 0; i <= fan; ++i)
        for (int j = 0; j <= (stencil.dims == 2 ? 0 : fan); ++j) {
            const double n2 = fan * fan + i * i + j * j;
            const double n = std::sqrt(n2);
            const double ends = (i % fan == 0 ? 0.5 : 1) * (j % fan == 0 ? 0.5 : 1);
            const double weight = ends / (stencil.dims == 2 ? n2 : n2 * n);
            const std::array<double, 3> wave = stencil.dims == 2
                                                   ? std::array<double, 3>{k * fan / n, 0, k * i / n}
                                                   : std::array<double, 3>{k * fan / n, k * i / n, k * j / n};
            sum += weight * (1 - symbol(wave) / (k * k)) / (k * k);
            weights += weight;
        }
    return sum / weights > courant * courant / 24;
}

}  // namespace wavesim
