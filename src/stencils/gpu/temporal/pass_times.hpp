// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <span>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// What the time of a pass of several steps in 3D depends on.
struct PassCase {
    enum class Points { axes, cube };  ///< of the stencil: along axes, or corners too
    enum class Walls { none, explicit_form, branch_form };
    enum class Factors { one, values, table };  ///< of the medium: one speed, a value per node, looked up

    Precision precision = Precision::float32;
    int reach = 1;  ///< of the stencil [nodes]
    Points points = Points::axes;
    Walls walls = Walls::none;
    Factors factors = Factors::one;
    int levels = 4;   ///< steps of a pass
    int tile_y = 32;  ///< rows of a tile
};

/// A measured time: of all cases that agree in what the row has.
struct PassTime {
    Precision precision;
    int reach;
    std::optional<PassCase::Points> points;
    std::optional<PassCase::Walls> walls;
    std::optional<PassCase::Factors> factors;
    int least_levels;
    double plane_us;

    bool holds(const PassCase& one) const;
};
/// Measured on an NVIDIA H200; the first row that holds counts.
std::span<const PassTime> pass_times();

/// What all tiles take together for the planes of one iteration [s]. Walls make the tiles at the sides slower, and all
/// wait for the slowest. Lower tiles take less: what remains is waiting. Throws std::logic_error where no row holds.
double pass_plane_seconds(const PassCase& one);

/// What making the lists of walls for tiles takes, beside those of single steps [us per face].
struct PassSetup {
    double sorting_us;  ///< of nodes into quads, on a core of two that were shared; from a hall of 500 million nodes
    double copying_us;  ///< of the lists to the device; estimated

    double seconds(double faces) const { return 1e-6 * (sorting_us + copying_us) * faces; }
};
inline constexpr PassSetup pass_setup{.sorting_us = 0.16, .copying_us = 0.09};

}  // namespace wavesim
