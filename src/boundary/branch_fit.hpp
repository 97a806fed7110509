// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/surface.hpp"
#include "stencils/problem/wall_ports.hpp"

namespace wavesim {

/// What a wall in the air is to be: at the middles of its bands, and then all over the band of the grid.
struct WallTarget {
    std::vector<double> omega;                       ///< in radians per time that sound takes for a cell
    std::vector<double> absorption;                  ///< of `incidence`, one per omega
    std::vector<std::complex<double>> admittance{};  ///< one per omega, or none where only the absorption is known
    Incidence incidence = Incidence::random;
    std::size_t middles = 0;  ///< so many are middles of bands, which count most
};

/// Logarithms of conductance, resonance and quality of six parallel branches, all of the first first.
using BranchLogarithms = std::vector<double>;
/// Their D, E and F, which are above 0.
std::vector<PortBranch> branches_from(const BranchLogarithms& x);

/// Branches of such a wall; where only absorption is known with as little reactance as goes.
BranchLogarithms fit_branches(const WallTarget& target);

/// Asks logarithms to stay near their start where nothing else holds them.
void hold_branches(const BranchLogarithms& x, const BranchLogarithms& start, std::vector<double>& residual);

}  // namespace wavesim
