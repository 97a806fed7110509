// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/surface.hpp"
#include "boundary/trace_time.hpp"
#include "stencils/problem/wall_ports.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Fits use logarithms, so smaller absorption is raised to this value.
inline constexpr double least_fitted_absorption = 1e-3;

/// Absorption that a fit aims at: the requested value within the range that such walls can have.
double wanted_absorption(const AbsorptionBands& bands, double hz);

/// The largest difference between the admittance of a wall on the grid and the requested admittance.
struct AdmittanceMiss {
    double hz = 0;
    std::complex<double> asked, got;
};

/// A wall whose absorption depends on frequency, in grid units.
struct BandFit {
    std::vector<PortBranch> exact;     ///< a wall in the air with that absorption
    std::vector<PortBranch> branches;  ///< ports of the scheme that absorb as much as that wall
    /// Absorption of the ports of the scheme and of the exact wall, per band below the highest frequency.
    std::vector<double> taken, taken_exactly;
    AdmittanceMiss miss{};  ///< if a curve was requested: the largest difference within it
};

/// Fits the ports of a scheme in two steps; D is that of flat walls. `cell_s`: travel time of sound through a cell, s.
/// First six branches are fitted to the absorption of the bands, or to the admittance of the curve, in the air. Then
/// six branches behind the air mass of the ports are fitted to that wall. With them waves of the scheme lose as much at
/// every angle as sound at the wall, from the lowest band to the highest frequency, in the time of traces. Throws
/// std::domain_error where the scheme has no wave or several.
BandFit fit_bands(const Stencil& stencil, double courant, double air_mass, const AbsorptionBands& bands, double cell_s,
                  double highest_hz, TraceTime time = TraceTime::steps);

/// Impedance Z of parallel branches at w = 2/T (z - 1)/(z + 1).
std::complex<double> impedance_of(const std::vector<PortBranch>& branches, std::complex<double> w);

}  // namespace wavesim
