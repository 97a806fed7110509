// SPDX-License-Identifier: MIT
#include "boundary/unit_fit.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include "boundary/angle_fit.hpp"
#include "boundary/half_cell.hpp"
#include "boundary/port_fit.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;

/// The admittance of the fit. Its branches serve other admittances, too: what they correct depends on frequency alone.
constexpr double fitted_admittance = 0.1;
/// Weight of the phase of reflections beside that of losses. Without time dispersion waves arrive in phase, so that of
/// walls counts more. Too large a weight costs accuracy of decays in large rooms, too small a one in small rooms.
constexpr double phase_weight_in_steps = 0.03, phase_weight_corrected = 0.2;
constexpr double hold_weight = 1e-3;  ///< keeps values near their start where nothing else determines them
constexpr int most_steps = 60;

/// Frequencies as fractions of the highest one.
std::vector<double> fractions() {
    std::vector<double> all{0.25, 0.35};
    for (int i = 0; i < 8; ++i) all.push_back(0.5 + 0.5 * i / 7);
    return all;
}

std::vector<PortBranch> branches_with(const std::vector<double>& x) {
    return {{std::exp(x[0]), std::exp(x[1]), 0}, {std::exp(x[2]), std::exp(x[3]), std::exp(x[4])}};
}

std::vector<PortBranch> find_unit_fit(const Stencil& stencil, const PortGrid& grid,
                                      const std::vector<PortBranch>& start) {
    std::vector<double> omega = fractions();
    for (double& w : omega) w *= 2 * std::numbers::pi / grid.points_per_wavelength;
    const AngleTable table(stencil, grid.courant, half_cell_air_mass(stencil, WallPosition::half), omega, grid.traces);
    const std::vector<double> exact = table.exact_losses(1 / fitted_admittance);
    const std::vector<double> from{std::log(start[0].mass), std::log(start[0].resistance), std::log(start[1].mass),
                                   std::log(start[1].resistance), std::log(start[1].stiffness)};
    const double phase_weight = grid.traces == TraceTime::corrected ? phase_weight_corrected : phase_weight_in_steps;
    const auto residual = [&](const std::vector<double>& x) {
        const std::vector<PortBranch> branches = branches_of(branches_with(x), fitted_admittance);
        std::vector<double> errors;
        errors.reserve(omega.size() * (exact.size() + 1) + x.size());
        for (std::size_t f = 0; f < omega.size(); ++f) {
            const Complex impedance = impedance_of(branches, table.rate(f));
            const std::vector<double> own = table.losses(f, impedance);
            for (std::size_t d = 0; d < own.size(); ++d)
                errors.push_back(table.weight(d) * std::log(own[d] / exact[d]));
            errors.push_back(phase_weight * std::sqrt(static_cast<double>(own.size())) *
                             std::imag(table.head_on_admittance(f, impedance) / fitted_admittance));
        }
        for (std::size_t i = 0; i < x.size(); ++i) errors.push_back(hold_weight * (x[i] - from[i]));
        return errors;
    };
    return branches_with(least_squares(residual, from, most_steps));
}

}  // namespace

std::vector<PortBranch> fit_unit_branches(const Stencil& stencil, const PortGrid& grid,
                                          const std::vector<PortBranch>& start) {
    static Memo<std::vector<PortBranch>> known;
    std::vector<double> key = numbers_of(stencil);
    key.insert(key.end(), {grid.courant, grid.points_per_wavelength, static_cast<double>(grid.traces)});
    for (const PortBranch& branch : start) key.insert(key.end(), {branch.mass, branch.resistance, branch.stiffness});
    return known.of(std::move(key), [&] { return find_unit_fit(stencil, grid, start); });
}

}  // namespace wavesim
