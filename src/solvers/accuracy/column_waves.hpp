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

/// A stretch of the column as it is asked for.
struct ColumnPiece {
    double length = 0;
    double speed = 1;
    double density = 1;
    double impedance() const { return density * speed; }
};

/// The medium goes on beyond both ends as at the end.
struct Column {
    std::vector<ColumnPiece> pieces;  ///< as asked for, from the place 0 on
    double first_node = 0.5;          ///< place of the first node
    std::vector<double> modulus;      ///< of the nodes, rho c^2; c^2 of media of one density
    std::vector<double> buoyancy;     ///< of the half nodes between them, one less; empty for one density
    int half_order = 0;               ///< of the differences of a density that varies (density_operator.hpp)
};

struct ColumnWaves {
    std::complex<double> reflected;    ///< over the wave that comes in, both at the place 0
    std::complex<double> transmitted;  ///< at the end of the pieces, over the same
};

class ColumnScheme {
  public:
    /// `courant` is 0 if the error of the time step is removed from the traces.
    ColumnScheme(const Stencil& stencil, double courant);

    /// Wave number of a wave of that many radians per cell of the fastest sound, where sound has this speed; 0 where
    /// the scheme has no such wave.
    double wave_number(double omega, double speed) const;

    /// What the scheme makes of it: its equations for one frequency, solved for the nodes of the column and those
    /// beside it, up to where there is but the wave that leaves.
    ColumnWaves of_grid(const Column& column, double omega) const;
    /// What it is: pressure and particle velocity are continuous, and each piece turns them (transfer matrices:
    /// Brekhovskikh, Waves in Layered Media, 1980, ch. 1).
    ColumnWaves of_medium(const Column& column, double omega) const;

  private:
    double squared(double omega) const;  ///< omega^2 as the time step has it

    std::vector<double> arms_;
    double courant_;
};

}  // namespace wavesim
