// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/surface.hpp"
#include "stencils/problem/wall_ports.hpp"

namespace wavesim {

/// Required values of a wall in the air: at the centre frequencies of its bands, followed by frequencies all over the
/// frequency range of the grid.
struct WallTarget {
    std::vector<double> omega;                       ///< in radians per time that sound needs for a cell
    std::vector<double> absorption;                  ///< for `incidence`, one per omega
    std::vector<std::complex<double>> admittance{};  ///< one per omega, or none where only the absorption is known
    Incidence incidence = Incidence::random;
    std::size_t middles = 0;  ///< the first `middles` frequencies are centres of bands; they have the largest weight
};

/// Logarithms of conductance, resonance and quality of six parallel branches: three values of the first branch, then of
/// the second and so on.
using BranchLogarithms = std::vector<double>;
/// The coefficients D, E and F of the branches, all above 0.
std::vector<PortBranch> branches_from(const BranchLogarithms& x);

/// Fits branches to such a wall. Where only its absorption is known, the reactance is kept as small as possible.
BranchLogarithms fit_branches(const WallTarget& target);

/// Appends residuals that keep the logarithms near their start where nothing else determines them.
void hold_branches(const BranchLogarithms& x, const BranchLogarithms& start, std::vector<double>& residual);

}  // namespace wavesim
