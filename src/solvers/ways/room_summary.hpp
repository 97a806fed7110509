// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Room-acoustic numbers of a closed room as requested, without a grid. Absorption is that in a diffuse field (random
/// incidence).
struct RoomSummary {
    double volume_m3 = 0;
    double surface_m2 = 0;          ///< of all surfaces in contact with air: sides and solids
    double absorption_area_m2 = 0;  ///< A: sum of area times absorption
    /// Why the formulas below are not valid here, as a clause; else empty. The times and the frequency are then not
    /// known (NaN).
    std::string not_diffuse;
    double sabine_s = 0;  ///< reverberation time 24 ln(10) V / (c A); infinite where nothing absorbs
    double eyring_s = 0;  ///< the same with -S ln(1 - A/S) instead of A
    /// Above it modes overlap threefold: sqrt(c^3 T / (4 ln(10) V)) with Eyring's T, in air 2000 sqrt(T/V).
    /// Source: Schroeder and Kuttruff, J. Acoust. Soc. Am. 34 (1962) 76. Infinite where nothing absorbs.
    double schroeder_hz = 0;

    /// The same for an octave. Times are NaN if the formulas are not valid there.
    struct Octave {
        double hz = 0;
        double mean_absorption = 0;
        double sabine_s = 0;
        double eyring_s = 0;
    };
    std::vector<Octave> octaves = {};  ///< up to highest_hz, where the absorption of a surface depends on frequency
    double highest_hz = 0;             ///< the numbers above are for this frequency, if they depend on it

    double mean_absorption() const { return surface_m2 > 0 ? absorption_area_m2 / surface_m2 : 0; }
};

/// Whether a plan is of a room: walls on all sides, and air whose speed of sound differs by a tenth at most, like that
/// of warm air over cold air.
bool is_room(const PlanOutline& plan);

/// One summary for each connected part of the air that a source reaches, in the order of the sources, with the mean
/// speed of sound. Empty unless the scene is a room in 3D.
std::vector<RoomSummary> room_summaries(const PlanOutline& plan);

}  // namespace wavesim
