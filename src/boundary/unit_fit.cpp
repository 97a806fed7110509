// SPDX-License-Identifier: MIT
#include "boundary/unit_fit.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "boundary/angle_fit.hpp"
#include "boundary/half_cell.hpp"
#include "boundary/port_fit.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;

/// Walls that share a fit.
struct FitRow {
    TraceTime traces;
    double most_admittance;
    double admittance;    ///< of the fit
    double phase_weight;  ///< of the phase of reflections beside losses
};

/// In steps one fit serves all walls: what it corrects depends on frequency alone. Without time dispersion waves arrive
/// in phase. So the phase of strong walls counts, which moves the modes of small rooms. Weak walls hardly move modes,
/// and would pay for it with up to 3 % of their losses far below the highest frequency.
constexpr FitRow fit_rows[] = {
    {TraceTime::steps, std::numeric_limits<double>::infinity(), 0.1, 0.03},
    {TraceTime::corrected, 0.17, 0.1, 0.03},
    {TraceTime::corrected, std::numeric_limits<double>::infinity(), 0.3, 0.2},
};

const FitRow& row_for(const PortGrid& grid) {
    return *std::ranges::find_if(fit_rows, [&](const FitRow& row) {
        return row.traces == grid.traces && grid.admittance <= row.most_admittance;
    });
}

constexpr double hold_weight = 1e-3;  ///< keeps values near their start where nothing else determines them
constexpr int most_steps = 60;

/// Frequencies as fractions of the highest one.
std::vector<double> fractions() {
    std::vector<double> all{0.05, 0.15, 0.25, 0.35};  // modes far below the highest frequency decay slowest
    for (int i = 0; i < 8; ++i) all.push_back(0.5 + 0.5 * i / 7);
    return all;
}

std::vector<PortBranch> branches_with(const std::vector<double>& x) {
    return {{std::exp(x[0]), std::exp(x[1]), 0}, {std::exp(x[2]), std::exp(x[3]), std::exp(x[4])}};
}

std::vector<PortBranch> find_unit_fit(const Stencil& stencil, const PortGrid& grid, const FitRow& row,
                                      const std::vector<PortBranch>& start) {
    std::vector<double> omega = fractions();
    for (double& w : omega) w *= 2 * std::numbers::pi / grid.points_per_wavelength;
    const AngleTable table(stencil, grid.courant, half_cell_air_mass(stencil, WallPosition::half), omega, grid.traces);
    const std::vector<double> exact = table.exact_losses(1 / row.admittance);
    const std::vector<double> from{std::log(start[0].mass), std::log(start[0].resistance), std::log(start[1].mass),
                                   std::log(start[1].resistance), std::log(start[1].stiffness)};
    const auto residual = [&](const std::vector<double>& x) {
        const std::vector<PortBranch> branches = branches_of(branches_with(x), row.admittance);
        std::vector<double> errors;
        errors.reserve(omega.size() * (exact.size() + 1) + x.size());
        for (std::size_t f = 0; f < omega.size(); ++f) {
            const Complex impedance = impedance_of(branches, table.rate(f));
            const std::vector<double> own = table.losses(f, impedance);
            for (std::size_t d = 0; d < own.size(); ++d)
                errors.push_back(table.weight(d) * std::log(own[d] / exact[d]));
            errors.push_back(row.phase_weight * std::sqrt(static_cast<double>(own.size())) *
                             std::imag(table.head_on_admittance(f, impedance) / row.admittance));
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
    const FitRow& row = row_for(grid);
    key.insert(key.end(), {grid.courant, grid.points_per_wavelength, static_cast<double>(&row - fit_rows)});
    for (const PortBranch& branch : start) key.insert(key.end(), {branch.mass, branch.resistance, branch.stiffness});
    return known.of(std::move(key), [&] { return find_unit_fit(stencil, grid, row, start); });
}

}  // namespace wavesim
