// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "solvers/medium/cell_pieces.hpp"

namespace wavesim {

/// Variation of values along an axis of a cell.
struct AxisShape {
    double moment = 0;  ///< mean of the value times the distance from the centre, in cells
    double first = 0;   ///< at the low end, the mean across the axis
    double last = 0;    ///< at the high end
};

/// One value for each piece of a cell that is cut along all axes.
struct PieceValues {
    std::array<std::span<const CellPiece>, 3> pieces;  ///< along x, y, z
    const double* first = nullptr;
    std::size_t step_y = 0;  ///< index distance between neighbouring pieces along y, z; along x: 1
    std::size_t step_z = 0;

    double at(std::size_t x, std::size_t y, std::size_t z) const { return first[x + step_y * y + step_z * z]; }
    /// Sum over the pieces of act(piece along x, along y, along z, value).
    template <class Act>
    double sum(const Act& act) const {
        double total = 0;
        for (std::size_t z = 0; z < pieces[2].size(); ++z)
            for (std::size_t y = 0; y < pieces[1].size(); ++y)
                for (std::size_t x = 0; x < pieces[0].size(); ++x) total += act(x, y, z, at(x, y, z));
        return total;
    }
    bool all_equal() const;
    double mean() const;
    double mean_inverse() const;
    /// Mean of the values or of their inverses.
    double mean_of(bool inverse) const { return inverse ? mean_inverse() : mean(); }
    AxisShape along(std::size_t axis, bool inverse) const;
    double least(bool inverse) const;
};

/// Squared components x, y, z of the normal of the interfaces in a cell, with the sum 1: for layers of any thickness
/// and for plane interfaces. With a Gaussian window, which is isotropic, the first and second moments of values that
/// vary along one direction n are multiples of n and n n^T:
///   n_d^2 = T_dd / tr T,   T = m m^T + Q Q^T / 2,   m = <w v x> / s,   Q = <w v (x x^T - s^2)> / s^2
/// The window ends at the faces of the cell. For one interface at any angle the squares are accurate to 0.05.
std::array<double, 3> squared_normal(const PieceValues& values);

}  // namespace wavesim
