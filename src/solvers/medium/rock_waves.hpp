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
/// G3) u + C w s, with w the weights by which the source acts and the receiver reads. A wave with the eigenvector e
/// then sounds as
///   (w e)^2 / (e C^-1 e) s(omega) sin(omega t) / omega.
/// Lengths in cells, speeds over that along the symmetry axis, times in cells of its way.
class RockWaves {
  public:
    enum class Kind { p_wave, second };
    struct Place {
        double along = 0, across = 0;  ///< of the axis, from the source
    };
    /// `p_wave_points`: both points hear P waves alone (PWavePoint), else the pressure. Waves count up to a wave
    /// number, radians per cell. `pulse`: amplitude of the signal at so many radians per unit of time.
    RockWaves(const PointRock& rock, int dims, bool p_wave_points, double most_wave_number,
              std::function<double(double)> pulse);

    /// Largest group velocity of the second wave in any direction.
    double second_speed() const { return second_speed_; }
    /// Envelope at each place, at the times 0, step, 2 step... after the pulse.
    std::vector<std::vector<double>> envelopes(Kind kind, const std::vector<Place>& places, double step,
                                               std::size_t count) const;

  private:
    double speed(Kind kind, double angle) const;  ///< of phases
    double loudness(Kind kind, double angle, double wave_number) const;

    double h_, a_;  ///< 1 + 2 epsilon, 1 + 2 delta
    int dims_;
    double most_wave_number_;
    std::function<double(double)> pulse_;
    std::optional<PWavePoint::Block> block_;  ///< in the plane of axis and wave
    double second_speed_ = 0;
};

}  // namespace wavesim
