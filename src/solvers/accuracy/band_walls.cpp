// SPDX-License-Identifier: MIT
#include "solvers/accuracy/band_walls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "boundary/half_cell.hpp"
#include "solvers/scene/warning_groups.hpp"

namespace wavesim {

namespace {

/// If adjacent bands have a larger frequency ratio, a band between them is missing.
constexpr double octave_and_more = 2.5;

std::string hertz(double hz) {
    return hz >= 1000 ? fmt::format("{:.4g} kHz", hz / 1000) : fmt::format("{:.4g} Hz", hz);
}

/// Warns about a table that ends too early, and about ports that cannot reproduce it.
void add_curve_warnings(const BandAbsorption& one, double highest_hz, WarningGroups& warnings) {
    constexpr double much = 0.15, least = 0.05;  // relative error of the admittance, and the smallest admittance to
                                                 // which it refers
    const BandAbsorption::Curve& curve = *one.curve;
    const std::string who = fmt::format("the admittance of '{}'", one.surface);
    if (curve.to_hz < highest_hz * (1 - 1e-9))
        warnings.add(who, fmt::format("is given up to {}: above, up to the {} of the grid, it is as there",
                                      hertz(curve.to_hz), hertz(highest_hz)));
    const AdmittanceMiss& miss = curve.miss;
    if (const double error = std::abs(miss.got - miss.asked); error > much * std::max(least, std::abs(miss.asked)))
        warnings.add(who, fmt::format("is wrong by {:.2g} at {}: six branches and this grid follow it no better", error,
                                      hertz(miss.hz)));
}

}  // namespace

AbsorptionBands completed_bands(const AbsorptionBands& bands, double highest_hz) {
    AbsorptionBands all{{}, bands.incidence, bands.curve};
    if (!bands.curve.empty()) {
        all.values = bands.values;  // the values at other frequencies come from the curve
        return all;
    }
    const auto add = [&](double hz) { all.values.push_back({hz, absorption_at(bands.values, hz)}); };
    add(bands.values.front().hz / 2);
    for (std::size_t b = 0; b < bands.values.size(); ++b) {
        all.values.push_back(bands.values[b]);
        const bool last = b + 1 == bands.values.size();
        const double end = last ? highest_hz : bands.values[b + 1].hz * 2 / octave_and_more;
        for (int octave = 1; std::ldexp(bands.values[b].hz, octave) <= end; ++octave)
            add(std::ldexp(bands.values[b].hz, octave));
    }
    return all;
}

TraceTime trace_time(const PlanOutline& plan) {
    return plan.decision.time_correction.on ? TraceTime::corrected : TraceTime::steps;
}

BandFit band_fit(const PlanOutline& plan, const AbsorptionBands& bands) {
    const Stencil& stencil = plan.decision.shape.stencil;
    const double highest_hz = plan.report.dispersion.frequency_hz;
    return fit_bands(stencil, plan.courant(), half_cell_air_mass(stencil, WallPosition::half),
                     completed_bands(bands, highest_hz), plan.decision.spacing_m / plan.decision.slowest_m_s,
                     highest_hz, trace_time(plan));
}

VertexLaw band_law(const PlanOutline& plan, const AbsorptionBands& bands) {
    constexpr double near_the_top = 0.8;  // fraction of the highest frequency; there the springs at edges matter
    const BandFit fit = band_fit(plan, bands);
    const double omega = near_the_top * 2 * std::numbers::pi * plan.report.dispersion.frequency_hz *
                         plan.decision.spacing_m / plan.decision.slowest_m_s;
    return {fit.branches, impedance_of(fit.exact, {0, omega}).real()};
}

std::vector<BandAbsorption> planned_absorption(const PlanOutline& plan, const SurfaceTable& surfaces) {
    std::vector<BandAbsorption> all;
    for (std::size_t s = 0; s < surfaces.laws.size(); ++s) {
        const SurfaceLaw& law = surfaces.laws[s];
        const bool there = s >= 6 || plan.scene.boundaries.kind[s] == SideKind::wall;
        if (!law.by_frequency() || !there) continue;
        BandAbsorption one{law.name.empty() ? surfaces.labels[s] : law.name, law.incidence, {}, {}};
        const BandFit fit = band_fit(plan, law.by_band());
        const AbsorptionBands bands = completed_bands(law.by_band(), plan.report.dispersion.frequency_hz);
        for (std::size_t b = 0; b < fit.taken.size(); ++b) {
            const AbsorptionBand& band = bands.values[b];
            one.bands.push_back({band.hz, band.absorption, std::ranges::count(law.bands, band) > 0, fit.taken[b]});
        }
        if (!law.curve.empty()) one.curve = {law.curve.front().hz, law.curve.back().hz, fit.miss, law.porous};
        const auto same = [&](const BandAbsorption& before) {
            return before.surface == one.surface && before.incidence == one.incidence &&
                   std::ranges::equal(before.bands, one.bands, [](const auto& a, const auto& b) {
                       return a.hz == b.hz && a.asked == b.asked && a.given == b.given;
                   });
        };
        if (std::ranges::none_of(all, same)) all.push_back(std::move(one));
    }
    return all;
}

std::vector<std::string> absorption_warnings(const std::vector<BandAbsorption>& absorption, double highest_hz) {
    WarningGroups warnings;
    for (const BandAbsorption& one : absorption) {
        if (one.curve) {
            add_curve_warnings(one, highest_hz, warnings);
            continue;
        }
        const double most = most_absorption(one.incidence);
        std::string missing;
        bool capped = false;
        for (std::size_t b = 0; b < one.bands.size(); ++b) {
            capped = capped || one.bands[b].asked > most;
            if (b > 0 && !one.bands[b].given) missing += (missing.empty() ? "" : ", ") + hertz(one.bands[b].hz);
        }
        const std::string who = fmt::format("the absorption of '{}'", one.surface);
        if (capped)
            warnings.add(who, fmt::format("is above {:g} in some bands, where it counts as {:g}: no locally reacting "
                                          "wall takes more {}",
                                          most, most,
                                          one.incidence == Incidence::random ? "of sound from everywhere" : "head-on"));
        if (!missing.empty())
            warnings.add(who, fmt::format("is not given at {}: there it is as in the bands beside", missing));
    }
    return warnings.sentences();
}

}  // namespace wavesim
