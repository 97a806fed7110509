// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// The properties on which the time of a pass of several steps in 3D depends.
struct PassCase {
    enum class Points { axes, cube };  ///< points of the stencil: only on the axes, or corners too
    enum class Walls { none, explicit_form, branch_form };
    enum class Factors { one, values, table };  ///< medium: one speed, a value per node, or a table

    std::string_view card;  ///< FittedCard::name
    Precision precision = Precision::float32;
    int reach = 1;  ///< reach of the stencil [nodes]
    Points points = Points::axes;
    Walls walls = Walls::none;
    Factors factors = Factors::one;
    int levels = 4;   ///< steps of a pass
    int tile_y = 32;  ///< rows of a tile
};

/// A measured time. It applies to all cases that agree with the fields that are set.
struct PassTime {
    std::string_view card;
    Precision precision;
    int reach;
    std::optional<PassCase::Points> points;
    std::optional<PassCase::Walls> walls;
    std::optional<PassCase::Factors> factors;
    int least_levels;
    double plane_us;

    bool holds(const PassCase& one) const;
};
/// The first row that applies is used.
std::span<const PassTime> pass_times();

/// Time of all tiles together for the planes of one iteration [s]. Walls make the tiles at the sides slower, and all
/// wait for the slowest. Lower tiles need less time, apart from waiting. Throws std::logic_error if no row applies.
double pass_plane_seconds(const PassCase& one);

/// Time for the lists of walls for tiles, besides those of single steps: sorting nodes into quads, and the copy to the
/// device.
struct PassSetup {
    double face_us;  ///< [us per face]

    double seconds(double faces) const { return 1e-6 * face_us * faces; }
};
/// Set-up time of passes minus that of stream25.sweep, kernels from the cache, on an NVIDIA H200 and its host. In a
/// hall of 4.1 million faces it was 0.13 us per face (median of seven runs, 0.08 to 0.16), in one of a million 0.12 us.
inline constexpr PassSetup pass_setup{.face_us = 0.13};

}  // namespace wavesim
