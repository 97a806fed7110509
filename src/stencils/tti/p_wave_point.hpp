// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "stencils/problem/passes.hpp"

namespace wavesim {

/// The rock around a point of a TTI medium.
struct PointRock {
    double epsilon = 0;
    double delta = 0;
    std::array<double, 3> axis{0, 0, 1};  ///< unit vector
    bool operator==(const PointRock&) const = default;
};

/// Errors of points of P waves, for waves of one frequency.
struct PWaveErrors {
    double level = 0;   ///< largest error of the pressure of P waves over all directions, relative
    double second = 0;  ///< amplitude of the second wave relative to that of a point of the pressure, mean over
                        ///< directions
};

/// Weights of a point for the two fields of the self-adjoint form, with which it records P waves but not the slow
/// second wave.
///
/// A plane wave of the equations, u_tt = -C diag(G1, G3) u, is a sum of both waves. With h = 1 + 2 epsilon, a = 1 + 2
/// delta and W the larger eigenvalue of C diag(G1, G3) / v^2, W' the other one, the pressure of the P wave in it is
///   (h G1 - W') / (W - W') sigma_H + sqrt(a) G3 / (W - W') sigma_V,
/// the first row of the projector to that eigenvector; G1, G3 are the symbols of the scheme. The difference of these
/// factors from 1 and 0 is added to the pressure, but not for long waves. So it is multiplied by 1 - exp(-(k /
/// long_waves)^4), and cut off around the point by a window. The second wave is several times shorter than a P wave of
/// its frequency, so it is not a long wave. A source that acts as C times these weights emits only P waves for the same
/// reason. Since C diag(G1, G3) is symmetric in the inner product of C^-1, source and receiver may be exchanged in any
/// medium.
class PWavePoint {
  public:
    static constexpr int reach = 5;            ///< nodes per side
    static constexpr double long_waves = 0.8;  ///< radians per cell: 8 points per wavelength

    PWavePoint(const PointRock& rock, int dims);

    /// Weights of the nodes around a point, x fastest.
    struct Block {
        std::vector<double> pressure, second;
    };
    /// The weights for a point at `offset` cells from the middle node (at most 1/2 along each axis).
    Block around(const std::array<double, 3>& offset) const;
    /// Adds the nodes of a block around `home` to those of a point that reads the pressure. Nodes outside the grid are
    /// omitted.
    static void add(const Block& block, PointWeights& point, const Extent& extent, const Node& home);

    /// Errors of a point on a node, for waves with the given number of points per wavelength along the symmetry axis.
    PWaveErrors errors(double points_per_wavelength) const;

  private:
    PointRock rock_;
    int dims_;
    /// For each wave vector, the factor of the pressure minus 1 and the factor of the second field, both reduced for
    /// long waves. x is fastest; along z there are only positive wave numbers.
    std::vector<double> pressure_, second_;
};

}  // namespace wavesim
