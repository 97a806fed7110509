// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <functional>
#include <vector>

#include "boundary/reflection.hpp"
#include "boundary/surface.hpp"
#include "boundary/trace_time.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Energy that flat walls of ports absorb from the waves of the scheme, at given frequencies: at normal incidence and
/// from directions all over the half space. Losses are the group velocity towards the wall times 1 - |R|^2, as for
/// modes of large rooms.
class AngleTable {
  public:
    /// `omega`: frequencies in traces, radians per time that sound needs for a cell. Throws std::domain_error where the
    /// scheme has no propagating wave or several.
    AngleTable(const Stencil& stencil, double courant, double air_mass, const std::vector<double>& omega,
               TraceTime time = TraceTime::steps);

    /// w = 2i/T tan(omega T/2) at frequency f, with omega in steps.
    std::complex<double> rate(std::size_t f) const { return rates_[f]; }
    /// Losses at a wall of that impedance at frequency f, one per direction; the first is normal incidence.
    std::vector<double> losses(std::size_t f, std::complex<double> impedance) const;
    /// The same for sound in the air, without a grid.
    std::vector<double> exact_losses(std::complex<double> impedance) const;
    /// Weight of a direction in a fit: its fraction of the flux times its solid angle.
    double weight(std::size_t direction) const;
    /// The effective admittance for a wave at normal incidence.
    std::complex<double> head_on_admittance(std::size_t f, std::complex<double> impedance) const;
    /// Absorption coefficient, 0 to 1, of the exact wall that has the losses of this one.
    double absorption(std::size_t f, std::complex<double> impedance, Incidence incidence) const;

  private:
    struct Wave {
        double speed = 0;  ///< group velocity towards the wall, in the time of traces
        PortWave at_wall;
    };
    std::complex<double> coefficient(std::size_t f, std::size_t direction, std::complex<double> impedance) const;

    double air_mass_;
    std::vector<std::complex<double>> rates_;
    std::vector<std::vector<Wave>> waves_;  ///< by frequency and direction
};

/// Absorption of a wall of that impedance in the air, at random and at normal incidence.
double random_absorption_of(std::complex<double> impedance);
double normal_absorption_of(std::complex<double> impedance);

/// Levenberg and Marquardt: the x near `start` with the least sum of squares of residual(x).
std::vector<double> least_squares(const std::function<std::vector<double>(const std::vector<double>&)>& residual,
                                  std::vector<double> start, int most_steps);

}  // namespace wavesim
