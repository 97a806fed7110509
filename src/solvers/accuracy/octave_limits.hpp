// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// The air that sound fills, as RoomSummary and GeometryReport measure it.
struct RoomAir {
    double volume = 0;   ///< m3; m2 in 2D
    double surface = 0;  ///< m2; m in 2D
    double sound_speed_m_s = 0;
};

/// Why an octave of a run does not tell how the room sounds there.
enum class OctaveFault {
    none,
    grid,   ///< it reaches beyond the highest frequency of the grid
    pulse,  ///< most of what its filter lets pass comes from frequencies outside
    modes,  ///< it has fewer than two modes of the room, so that nothing reverberates
};

/// What the octave bands of a run can tell, by its grid, its pulses and the modes of its room.
class OctaveLimits {
  public:
    /// `grid_hz`: the highest frequency of the grid. Modes are those of a room with walls on all sides. `per_octave`:
    /// 3 where the bands are thirds of octaves.
    OctaveLimits(const Scene& scene, double grid_hz, const RoomAir& air, int per_octave = 1);

    OctaveFault fault(double middle_hz) const;
    /// Modes in the octave around a frequency: counted in an empty box, else by Weyl's law with the edges of the
    /// domain. Infinite where the scene is no closed room.
    double modes(double middle_hz) const;
    /// The least share, of all sources, of the energy behind the octave's filter (Butterworth of order 3 per edge) that
    /// comes from within the octave; 0.86 of a flat spectrum.
    double share_within(double middle_hz) const;

  private:
    double modes_below(double hz) const;
    /// From the middle of a band to its end, as a ratio.
    double half_width() const;

    const Scene& scene_;
    double grid_hz_;
    RoomAir air_;
    int per_octave_;
};

}  // namespace wavesim
