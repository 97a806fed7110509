// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

// Reflection and transmission of a plane wave along a grid axis through a column of nodes, computed for the scheme and
// for the exact medium. Lengths are in cells, speeds relative to the fastest, and waves vary as exp(-i omega t). Both
// solutions use the wave speed of the scheme in each medium. So their difference is the error at interfaces and
// structures smaller than a cell, without the error of the speed.

/// A section of the exact column.
struct ColumnPiece {
    double length = 0;
    double speed = 1;
    double density = 1;
    double impedance() const { return density * speed; }
};

/// A column of the medium. Beyond both ends it continues unchanged.
struct Column {
    std::vector<ColumnPiece> pieces;  ///< the exact medium, from position 0 on
    double first_node = 0.5;          ///< position of the first node
    std::vector<double> modulus;      ///< of the nodes, rho c^2; c^2 of media of one density
    std::vector<double> buoyancy;     ///< at the half nodes between them, one fewer; empty for constant density
    int half_order = 0;               ///< of the differences for variable density (density_operator.hpp)
};

struct ColumnWaves {
    std::complex<double> reflected;    ///< relative to the incident wave, both at position 0
    std::complex<double> transmitted;  ///< at the end of the pieces, relative to the incident wave
};

class ColumnScheme {
  public:
    /// `courant` is 0 if the error of the time step is removed from the traces.
    ColumnScheme(const Stencil& stencil, double courant);

    /// Wave number, radians per cell, of a wave of `omega` radians per cell of the fastest sound, in a medium with the
    /// given speed. 0 if the scheme has no such wave.
    double wave_number(double omega, double speed) const;

    /// Solution of the scheme for one frequency: its equations for the nodes of the column and for nodes beyond both
    /// ends, up to where only the outgoing wave is left.
    ColumnWaves of_grid(const Column& column, double omega) const;
    /// Exact solution: pressure and particle velocity are continuous, and each piece changes the phase (transfer
    /// matrices: Brekhovskikh, Waves in Layered Media, 1980, ch. 1).
    ColumnWaves of_medium(const Column& column, double omega) const;

  private:
    double squared(double omega) const;  ///< omega^2 with the error of the time step

    std::vector<double> arms_;
    double courant_;
};

}  // namespace wavesim
