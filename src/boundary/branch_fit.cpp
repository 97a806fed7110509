// SPDX-License-Identifier: MIT
#include "boundary/branch_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "boundary/admittance_curve.hpp"
#include "boundary/angle_fit.hpp"
#include "boundary/port_fit.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;
using std::numbers::sqrt2;

constexpr std::size_t branch_count = 6;
constexpr int most_steps = 600;

double absorption_of(Complex impedance, Incidence incidence) {
    return incidence == Incidence::random ? random_absorption_of(impedance) : normal_absorption_of(impedance);
}

/// How six parallel resonances are spread in frequency: from `lowest` times the lowest frequency on, over `range` times
/// the frequency range.
struct Spread {
    double lowest, range, quality;
};

/// Branches that together have the conductance of a wall. `conductance(i)`: its value at frequency i of the ascending
/// `omega`.
template <class Conductance>
BranchLogarithms spread_branches(const Spread& spread, const std::vector<double>& omega, Conductance conductance) {
    BranchLogarithms x(3 * branch_count);
    for (std::size_t m = 0; m < branch_count; ++m) {
        const double share = static_cast<double>(m) / (branch_count - 1);
        const double resonance =
            spread.lowest * omega.front() * std::pow(spread.range * omega.back() / omega.front(), share);
        const auto above = std::ranges::lower_bound(omega, resonance);
        x[m] = std::log(0.6 * conductance(static_cast<std::size_t>(std::min(above, omega.end() - 1) - omega.begin())));
        x[branch_count + m] = std::log(resonance);
        x[2 * branch_count + m] = std::log(spread.quality);
    }
    return x;
}

BranchLogarithms fit_absorption(const WallTarget& target) {
    const std::vector<double> omega(target.omega.begin() + static_cast<std::ptrdiff_t>(target.middles),
                                    target.omega.end());
    const auto conductance = [&](std::size_t i) {
        const double wanted = target.absorption[target.middles + i];
        return target.incidence == Incidence::random ? admittance_from_random_absorption(wanted)
                                                     : admittance_from_normal_absorption(wanted);
    };
    const BranchLogarithms start = spread_branches({0.8, 2, sqrt2}, omega, conductance);
    const auto residual = [&](const BranchLogarithms& x) {
        const std::vector<PortBranch> branches = branches_from(x);
        std::vector<double> errors;
        for (std::size_t f = 0; f < target.omega.size(); ++f) {
            const Complex impedance = impedance_of(branches, Complex(0, target.omega[f]));
            errors.push_back((f < target.middles ? 30 : 3) *
                             std::log(absorption_of(impedance, target.incidence) / target.absorption[f]));
            errors.push_back(0.15 * std::imag(1.0 / impedance) * std::abs(impedance));
        }
        hold_branches(x, start, errors);
        return errors;
    };
    return least_squares(residual, start, most_steps);
}

/// Fits of walls with resonances have several minima; which is found depends on the start of the branches.
BranchLogarithms fit_admittance(const WallTarget& target) {
    constexpr std::array spreads{Spread{0.8, 2, sqrt2}, Spread{0.8, 2, 3}, Spread{2, 1, sqrt2}};
    constexpr double least_admittance_fitted = 1e-5;
    const std::vector<double> omega(target.omega.begin() + static_cast<std::ptrdiff_t>(target.middles),
                                    target.omega.end());
    std::vector<Complex> wanted = target.admittance;
    for (Complex& admittance : wanted)
        if (std::abs(admittance) < least_admittance_fitted) admittance = least_admittance_fitted;
    const auto conductance = [&](std::size_t i) { return std::abs(wanted[target.middles + i]); };
    BranchLogarithms best;
    double least = 0;
    for (const Spread& spread : spreads) {
        const BranchLogarithms start = spread_branches(spread, omega, conductance);
        const auto residual = [&](const BranchLogarithms& x) {
            const std::vector<PortBranch> branches = branches_from(x);
            std::vector<double> errors;
            for (std::size_t f = 0; f < target.omega.size(); ++f) {
                const Complex admittance = 1.0 / impedance_of(branches, Complex(0, target.omega[f]));
                const Complex ratio = std::log(admittance / wanted[f]);
                errors.push_back(ratio.real());
                errors.push_back(ratio.imag());
                errors.push_back(std::log(random_absorption_with(admittance) / target.absorption[f]));
            }
            hold_branches(x, start, errors);
            return errors;
        };
        BranchLogarithms found = least_squares(residual, start, most_steps);
        double sum = 0;
        for (const double error : residual(found)) sum += error * error;
        if (best.empty() || sum < least) best = std::move(found), least = sum;
    }
    return best;
}

}  // namespace

std::vector<PortBranch> branches_from(const BranchLogarithms& x) {
    std::vector<PortBranch> branches;
    for (std::size_t m = 0; m < branch_count; ++m) {
        const double resistance = std::exp(-x[m]), resonance = std::exp(x[branch_count + m]);
        const double quality = std::exp(x[2 * branch_count + m]);
        branches.push_back({quality * resistance / resonance, resistance, quality * resistance * resonance});
    }
    return branches;
}

void hold_branches(const BranchLogarithms& x, const BranchLogarithms& start, std::vector<double>& residual) {
    for (std::size_t i = 0; i < x.size(); ++i) residual.push_back(1e-3 * (x[i] - start[i]));
}

BranchLogarithms fit_branches(const WallTarget& target) {
    return target.admittance.empty() ? fit_absorption(target) : fit_admittance(target);
}

}  // namespace wavesim
