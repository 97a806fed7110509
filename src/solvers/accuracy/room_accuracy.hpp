// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace wavesim {

struct PlanOutline;

/// Estimated errors in an octave of a room.
struct OctaveAccuracy {
    double middle_hz = 0;
    /// Relative error of the reverberation time, positive if too long, from the losses of walls on the grid and from
    /// displaced surfaces. It is that of a diffuse field, else that of normal incidence on the worst wall.
    double reverberation = 0;
    double head_on = 0;  ///< error at normal incidence between two walls of the worst surface
    /// Errors at single seats if solids are displaced; the worst of several seats. Their reflections have other phases,
    /// so the reverberation at a seat is another sample of the same room. Relative, and in dB of clarity (C80) and
    /// level.
    double seat_reverberation = 0;
    double seat_clarity_db = 0;
    double seat_level_db = 0;
};

/// Accuracy of a closed room on a grid, in terms of room acoustics.
struct RoomAccuracy {
    double grid_hz = 0;                   ///< the grid is valid up to this frequency
    std::vector<OctaveAccuracy> octaves;  ///< the valid octaves (OctaveLimits), from 31.5 Hz on
    double solid_shift_m = 0;             ///< displacement that makes seats differ

    /// A clause: "reverberation time +0.31 % at 125 Hz, +1.2 % at 250 Hz", and the errors at single seats.
    std::string text() const;
};

/// For a room (is_room) with losses, in 3D or 2D; no value for other scenes. In 2D there are no formulas of a diffuse
/// field, and reverberation is that of sound between the worst pair of walls.
std::optional<RoomAccuracy> room_accuracy(const PlanOutline& plan);

}  // namespace wavesim
