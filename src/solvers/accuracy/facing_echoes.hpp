// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "solvers/accuracy/wave_errors.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Two mirrors that face each other along an axis, as requested and on the grid, m.
struct FacingMirrors {
    std::array<double, 2> asked{};       ///< positions of the lower and the upper mirror
    std::array<double, 2> gridded{};     ///< the same on the grid
    std::array<double, 2> admittance{};  ///< specific admittance of each
    /// Extent of the part that both have across the axis, for each of two other axes; infinite in 2D.
    std::array<std::array<double, 2>, 2> across{};
};

/// Sound that was reflected `count` times between two mirrors, first by the upper one if `upper_first`.
struct RepeatedEcho {
    double asked_m = 0;             ///< length of the path along the axis of the mirrors
    double gridded_m = 0;           ///< the same on the grid
    std::array<int, 2> mirrored{};  ///< reflections at the lower and at the upper mirror
};
RepeatedEcho repeated_echo(const FacingMirrors& mirrors, double from_m, double to_m, int count, bool upper_first);

/// Largest error of repeated reflections between facing solids, or between solids and sides, relative to the loudest
/// sound. After n reflections a path between mirrors whose distance is wrong by d is wrong by about n d, and the delay
/// by the speed of the scheme grows with the path. Pulses of image sources are added in time (pulse_sums.hpp). `run_m`
/// is the path of sound in the run.
double facing_error(const PlanOutline& plan, const DirectWays& ways, double run_m);

}  // namespace wavesim
