// SPDX-License-Identifier: MIT
#include "boundary/port_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "boundary/angle_fit.hpp"
#include "boundary/surface.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;
using std::numbers::pi;
using std::numbers::sqrt2;

constexpr std::size_t branch_count = 6;
constexpr std::size_t frequency_count = 34;
/// Where absorption is 1, it has no slope.
constexpr double largest_absorption = 0.999;

/// Parameters of a branch: logarithms of its conductance, of its resonance and of its quality. All D, E, F are above 0.
std::vector<PortBranch> branches_from(const std::vector<double>& x) {
    std::vector<PortBranch> branches;
    for (std::size_t m = 0; m < branch_count; ++m) {
        const double resistance = std::exp(-x[m]), resonance = std::exp(x[branch_count + m]);
        const double quality = std::exp(x[2 * branch_count + m]);
        branches.push_back({quality * resistance / resonance, resistance, quality * resistance * resonance});
    }
    return branches;
}

/// Asks the logarithms to stay near their start where nothing else holds them.
void hold(const std::vector<double>& x, const std::vector<double>& start, std::vector<double>& residual) {
    for (std::size_t i = 0; i < x.size(); ++i) residual.push_back(1e-3 * (x[i] - start[i]));
}

double absorption_of(Complex impedance, Incidence incidence) {
    return incidence == Incidence::random ? random_absorption_of(impedance) : normal_absorption_of(impedance);
}

std::vector<double> continuum_start(const std::vector<double>& omega, const std::vector<double>& wanted,
                                    Incidence incidence) {
    std::vector<double> x(3 * branch_count);
    for (std::size_t m = 0; m < branch_count; ++m) {
        const double share = static_cast<double>(m) / (branch_count - 1);
        const double resonance = 0.8 * omega.front() * std::pow(2 * omega.back() / omega.front(), share);
        const auto above = std::ranges::lower_bound(omega, resonance);
        const auto at = static_cast<std::size_t>(std::min(above, omega.end() - 1) - omega.begin());
        const double admittance = incidence == Incidence::random ? admittance_from_random_absorption(wanted[at])
                                                                 : admittance_from_normal_absorption(wanted[at]);
        x[m] = std::log(0.6 * admittance);
        x[branch_count + m] = std::log(resonance);
        x[2 * branch_count + m] = std::log(sqrt2);
    }
    return x;
}

/// What a wall is to take: at frequencies all over the band, and at the middles of its bands, which count most.
struct Wanted {
    std::vector<double> omega, absorption;
    std::size_t middles = 0;  ///< so many of them come first
};

std::vector<double> fit_continuum(const Wanted& wanted, Incidence incidence, const std::vector<double>& start) {
    const auto residual = [&](const std::vector<double>& x) {
        const std::vector<PortBranch> branches = branches_from(x);
        std::vector<double> errors;
        for (std::size_t f = 0; f < wanted.omega.size(); ++f) {
            const Complex impedance = impedance_of(branches, Complex(0, wanted.omega[f]));
            errors.push_back((f < wanted.middles ? 30 : 3) *
                             std::log(absorption_of(impedance, incidence) / wanted.absorption[f]));
            errors.push_back(0.15 * std::imag(1.0 / impedance) * std::abs(impedance));
        }
        hold(x, start, errors);
        return errors;
    };
    return least_squares(residual, start, 600);
}

std::vector<double> fit_scheme(const AngleTable& table, const Wanted& wanted, const std::vector<double>& start) {
    const std::vector<double>& omega = wanted.omega;
    const std::vector<PortBranch> exact = branches_from(start);
    std::vector<std::vector<double>> lost;
    lost.reserve(omega.size());
    for (const double w : omega) lost.push_back(table.exact_losses(impedance_of(exact, Complex(0, w))));
    const auto residual = [&](const std::vector<double>& x) {
        const std::vector<PortBranch> branches = branches_from(x);
        std::vector<double> errors;
        for (std::size_t f = 0; f < omega.size(); ++f) {
            const Complex impedance = impedance_of(branches, table.rate(f));
            const std::vector<double> own = table.losses(f, impedance);
            for (std::size_t d = 0; d < own.size(); ++d)
                errors.push_back((f < wanted.middles ? 3 : 1) * table.weight(d) * std::log(own[d] / lost[f][d]));
            const Complex ratio = table.head_on_admittance(f, impedance) * impedance_of(exact, Complex(0, omega[f]));
            errors.push_back(0.06 * std::sqrt(static_cast<double>(own.size())) * std::imag(std::log(ratio)));
        }
        hold(x, start, errors);
        return errors;
    };
    return least_squares(residual, start, 80);
}

BandFit find_fit(const Stencil& stencil, double courant, double air_mass, const AbsorptionBands& bands, double cell_s,
                 double highest_hz) {
    const double lowest_hz = std::min(bands.values.front().hz / sqrt2, highest_hz / 4);
    std::vector<double> omega, asked, middles;
    for (std::size_t f = 0; f < frequency_count; ++f) {
        const double hz = lowest_hz * std::pow(highest_hz / lowest_hz, static_cast<double>(f) / (frequency_count - 1));
        omega.push_back(2 * pi * hz * cell_s);
        asked.push_back(wanted_absorption(bands, hz));
    }
    Wanted wanted;
    for (const AbsorptionBand& band : bands.values) {
        if (band.hz > highest_hz) break;
        middles.push_back(2 * pi * band.hz * cell_s);
        wanted.absorption.push_back(wanted_absorption(bands, band.hz));
    }
    wanted.middles = middles.size();
    wanted.omega = middles;
    wanted.omega.insert(wanted.omega.end(), omega.begin(), omega.end());
    wanted.absorption.insert(wanted.absorption.end(), asked.begin(), asked.end());
    const AngleTable table(stencil, courant, air_mass, wanted.omega);
    const std::vector<double> exact =
        fit_continuum(wanted, bands.incidence, continuum_start(omega, asked, bands.incidence));
    BandFit fit{branches_from(exact), branches_from(fit_scheme(table, wanted, exact)), {}, {}};
    for (std::size_t b = 0; b < middles.size(); ++b) {
        fit.taken.push_back(table.absorption(b, impedance_of(fit.branches, table.rate(b)), bands.incidence));
        fit.taken_exactly.push_back(absorption_of(impedance_of(fit.exact, Complex(0, middles[b])), bands.incidence));
    }
    return fit;
}

}  // namespace

double wanted_absorption(const AbsorptionBands& bands, double hz) {
    const double most = std::min(most_absorption(bands.incidence), largest_absorption);
    return std::clamp(absorption_at(bands.values, hz), least_fitted_absorption, most);
}

BandFit fit_bands(const Stencil& stencil, double courant, double air_mass, const AbsorptionBands& bands, double cell_s,
                  double highest_hz) {
    static Memo<BandFit> known;
    std::vector<double> key = numbers_of(stencil);
    key.insert(key.end(), {courant, air_mass, cell_s, highest_hz, static_cast<double>(bands.incidence)});
    for (const AbsorptionBand& band : bands.values) key.insert(key.end(), {band.hz, band.absorption});
    return known.of(std::move(key), [&] { return find_fit(stencil, courant, air_mass, bands, cell_s, highest_hz); });
}

std::complex<double> impedance_of(const std::vector<PortBranch>& branches, std::complex<double> w) {
    Complex admittance = 0;
    for (const PortBranch& branch : branches)
        admittance += 1.0 / (branch.mass * w + branch.resistance + branch.stiffness / w);
    return 1.0 / admittance;
}

}  // namespace wavesim
