// SPDX-License-Identifier: MIT
#include "boundary/port_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "boundary/admittance_curve.hpp"
#include "boundary/angle_fit.hpp"
#include "boundary/branch_fit.hpp"
#include "boundary/surface.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;
using std::numbers::pi;
using std::numbers::sqrt2;

constexpr std::size_t frequency_count = 34;
/// At absorption 1 its derivative is 0, so fits stop below.
constexpr double largest_absorption = 0.999;

double absorption_of(Complex impedance, Incidence incidence) {
    return incidence == Incidence::random ? random_absorption_of(impedance) : normal_absorption_of(impedance);
}

BranchLogarithms fit_scheme(const AngleTable& table, const WallTarget& wanted, const BranchLogarithms& start) {
    // A wall given by its absorption alone has no required phase: the phase of the first fit is one of many possible.
    const double phase = wanted.admittance.empty() ? 0.06 : 0.3;
    const std::vector<double>& omega = wanted.omega;
    const std::vector<PortBranch> exact = branches_from(start);
    std::vector<std::vector<double>> lost;
    lost.reserve(omega.size());
    for (const double w : omega) lost.push_back(table.exact_losses(impedance_of(exact, Complex(0, w))));
    const auto residual = [&](const BranchLogarithms& x) {
        const std::vector<PortBranch> branches = branches_from(x);
        std::vector<double> errors;
        for (std::size_t f = 0; f < omega.size(); ++f) {
            const Complex impedance = impedance_of(branches, table.rate(f));
            const std::vector<double> own = table.losses(f, impedance);
            for (std::size_t d = 0; d < own.size(); ++d)
                errors.push_back((f < wanted.middles ? 3 : 1) * table.weight(d) * std::log(own[d] / lost[f][d]));
            const Complex ratio = table.head_on_admittance(f, impedance) * impedance_of(exact, Complex(0, omega[f]));
            errors.push_back(phase * std::sqrt(static_cast<double>(own.size())) * std::imag(std::log(ratio)));
        }
        hold_branches(x, start, errors);
        return errors;
    };
    return least_squares(residual, start, 80);
}

/// Finds the largest difference between flat walls of ports and the wanted admittance, at normal incidence.
AdmittanceMiss largest_miss(const AngleTable& table, const WallTarget& wanted, const BandFit& fit,
                            const std::vector<AdmittancePoint>& curve, double cell_s) {
    AdmittanceMiss worst;
    for (std::size_t f = 0; f < wanted.omega.size(); ++f) {
        const double hz = wanted.omega[f] / (2 * pi * cell_s);
        if (hz < curve.front().hz * (1 - 1e-9) || hz > curve.back().hz * (1 + 1e-9)) continue;
        const Complex asked = wanted.admittance[f];
        const Complex got = table.head_on_admittance(f, impedance_of(fit.branches, table.rate(f)));
        if (worst.hz == 0 || std::abs(got - asked) > std::abs(worst.got - worst.asked)) worst = {hz, asked, got};
    }
    return worst;
}

BandFit find_fit(const Stencil& stencil, double courant, double air_mass, const AbsorptionBands& bands, double cell_s,
                 double highest_hz, TraceTime time) {
    const double lowest_hz = std::min(bands.values.front().hz / sqrt2, highest_hz / 4);
    std::vector<double> omega, asked, middles;
    for (std::size_t f = 0; f < frequency_count; ++f) {
        const double hz = lowest_hz * std::pow(highest_hz / lowest_hz, static_cast<double>(f) / (frequency_count - 1));
        omega.push_back(2 * pi * hz * cell_s);
        asked.push_back(wanted_absorption(bands, hz));
    }
    WallTarget wanted;
    wanted.incidence = bands.incidence;
    for (const AbsorptionBand& band : bands.values) {
        if (band.hz > highest_hz) break;
        middles.push_back(2 * pi * band.hz * cell_s);
        wanted.absorption.push_back(wanted_absorption(bands, band.hz));
    }
    wanted.middles = middles.size();
    wanted.omega = middles;
    wanted.omega.insert(wanted.omega.end(), omega.begin(), omega.end());
    wanted.absorption.insert(wanted.absorption.end(), asked.begin(), asked.end());
    if (!bands.curve.empty())
        for (const double w : wanted.omega) wanted.admittance.push_back(curve_at(bands.curve, w / (2 * pi * cell_s)));
    const AngleTable table(stencil, courant, air_mass, wanted.omega, time);
    const BranchLogarithms exact = fit_branches(wanted);
    BandFit fit{branches_from(exact), branches_from(fit_scheme(table, wanted, exact)), {}, {}, {}};
    for (std::size_t b = 0; b < middles.size(); ++b) {
        fit.taken.push_back(table.absorption(b, impedance_of(fit.branches, table.rate(b)), bands.incidence));
        fit.taken_exactly.push_back(absorption_of(impedance_of(fit.exact, Complex(0, middles[b])), bands.incidence));
    }
    if (!bands.curve.empty()) fit.miss = largest_miss(table, wanted, fit, bands.curve, cell_s);
    return fit;
}

}  // namespace

double wanted_absorption(const AbsorptionBands& bands, double hz) {
    if (!bands.curve.empty())
        return std::max(random_absorption_with(curve_at(bands.curve, hz)), least_fitted_absorption);
    const double most = std::min(most_absorption(bands.incidence), largest_absorption);
    return std::clamp(absorption_at(bands.values, hz), least_fitted_absorption, most);
}

BandFit fit_bands(const Stencil& stencil, double courant, double air_mass, const AbsorptionBands& bands, double cell_s,
                  double highest_hz, TraceTime time) {
    static Memo<BandFit> known;
    std::vector<double> key = numbers_of(stencil);
    key.insert(key.end(), {courant, air_mass, cell_s, highest_hz, static_cast<double>(bands.incidence),
                           static_cast<double>(time)});
    for (const AbsorptionBand& band : bands.values) key.insert(key.end(), {band.hz, band.absorption});
    for (const AdmittancePoint& point : bands.curve)
        key.insert(key.end(), {point.hz, point.admittance.real(), point.admittance.imag()});
    return known.of(std::move(key),
                    [&] { return find_fit(stencil, courant, air_mass, bands, cell_s, highest_hz, time); });
}

std::complex<double> impedance_of(const std::vector<PortBranch>& branches, std::complex<double> w) {
    Complex admittance = 0;
    for (const PortBranch& branch : branches)
        admittance += 1.0 / (branch.mass * w + branch.resistance + branch.stiffness / w);
    return 1.0 / admittance;
}

}  // namespace wavesim
