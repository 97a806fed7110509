// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// The air in a room, as measured by RoomSummary and GeometryReport.
struct RoomAir {
    double volume = 0;   ///< m3; m2 in 2D
    double surface = 0;  ///< m2; m in 2D
    double sound_speed_m_s = 0;
};

/// Reason why results in an octave are not valid.
enum class OctaveFault {
    none,
    grid,   ///< it reaches beyond the highest frequency of the grid
    pulse,  ///< most of the filtered energy comes from frequencies outside the octave
    modes,  ///< it has fewer than two modes of the room, so that nothing reverberates
};

/// The valid octave bands of a run, as limited by its grid, its pulses and the modes of its room.
class OctaveLimits {
  public:
    /// `grid_hz`: the highest frequency of the grid. Modes are those of a room with walls on all sides. `per_octave`: 3
    /// for third-octave bands.
    OctaveLimits(const Scene& scene, double grid_hz, const RoomAir& air, int per_octave = 1);

    OctaveFault fault(double middle_hz) const;
    /// Number of modes in the octave around a frequency: counted in an empty box, else by Weyl's law with the edges of
    /// the domain. Infinite if the scene is not a closed room.
    double modes(double middle_hz) const;
    /// Fraction of the energy after the octave filter (Butterworth of order 3 per edge) that comes from within the
    /// octave: the smallest of all sources; 0.86 for a flat spectrum.
    double share_within(double middle_hz) const;

  private:
    double modes_below(double hz) const;
    /// Ratio of the upper band limit to the centre frequency.
    double half_width() const;

    const Scene& scene_;
    double grid_hz_;
    RoomAir air_;
    int per_octave_;
};

}  // namespace wavesim
