// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace wavesim {

struct PlanOutline;

/// What is wrong with an octave of a room, estimated.
struct OctaveAccuracy {
    double middle_hz = 0;
    /// Relative, + for longer: by the walls' losses on the grid and by snapped surfaces. In a diffuse field, else of
    /// sound that meets the worst of the walls head-on.
    double reverberation = 0;
    double head_on = 0;  ///< of sound between two walls of the surface that errs most
    /// Largest of some seats, where solids are displaced: their reflections are out of step, so that the reverberation
    /// there is another sample of the same room. Relative, and in dB of clarity (C80) and level.
    double seat_reverberation = 0;
    double seat_clarity_db = 0;
    double seat_level_db = 0;
};

/// A closed room on a grid, in the terms of room acoustics.
struct RoomAccuracy {
    double grid_hz = 0;                   ///< the grid holds up to it
    std::vector<OctaveAccuracy> octaves;  ///< those that the run can tell of (OctaveLimits), from 31.5 Hz on
    double solid_shift_m = 0;             ///< why seats differ

    /// "reverberation time +0.31 % at 125 Hz, +1.2 % at 250 Hz", and what single seats have; a clause.
    std::string text() const;
};

/// Of a closed room with losses in three dimensions and of one speed of sound; nothing of other scenes.
std::optional<RoomAccuracy> room_accuracy(const PlanOutline& plan);

}  // namespace wavesim
