// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "stencils/tti/p_wave_point.hpp"

namespace wavesim {

/// The field of a point source in an unbounded TTI rock, as a sum of plane waves. The equations are u_tt = -C diag(G1,
/// G3) u + C w s, with w the weights of the source and of the receiver. A wave with the eigenvector e then
/// contributes (w e)^2 / (e C^-1 e) s(omega) sin(omega t) / omega. Lengths are in cells, speeds relative to the speed
/// along the symmetry axis, and times in cells of path at that speed.
class RockWaves {
  public:
    enum class Kind { p_wave, second };
    struct Place {
        double along = 0, across = 0;  ///< relative to the symmetry axis, from the source
    };
    /// `p_wave_points`: both points act on P waves only (PWavePoint), else on the pressure. Waves up to
    /// `most_wave_number`, radians per cell, are included. `pulse`: amplitude of the signal at an angular frequency,
    /// radians per unit of time.
    RockWaves(const PointRock& rock, int dims, bool p_wave_points, double most_wave_number,
              std::function<double(double)> pulse);

    /// Largest group velocity of the second wave in any direction.
    double second_speed() const { return second_speed_; }
    /// Envelope at each place, at the times 0, step, 2 step... after the pulse.
    std::vector<std::vector<double>> envelopes(Kind kind, const std::vector<Place>& places, double step,
                                               std::size_t count) const;

  private:
    double speed(Kind kind, double angle) const;  ///< phase velocity
    double loudness(Kind kind, double angle, double wave_number) const;

    double h_, a_;  ///< 1 + 2 epsilon, 1 + 2 delta
    int dims_;
    double most_wave_number_;
    std::function<double(double)> pulse_;
    std::optional<PWavePoint::Block> block_;  ///< in the plane of the symmetry axis and the wave vector
    double second_speed_ = 0;
};

}  // namespace wavesim
