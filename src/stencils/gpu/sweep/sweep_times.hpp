// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/thread_cost.hpp"

namespace wavesim {

/// The plane sweep. Tiles of dense stencils with R > 2 and of arms with R > 4 have few rows. Beyond 125 points sums
/// take time of their own, and beyond R = 4 the rims of arms do.
inline constexpr ThreadRow sweep_times[] = {
    {.backend = "stream25.sweep",
     .arms = true,
     .most_reach = 4,
     .cost = {.constant = 0.35, .point = 0.002, .in_double = 2.2}},
    {.backend = "stream25.sweep",
     .arms = true,
     .cost = {.constant = 3.14, .point = 0.002, .reach = -0.92, .reach2 = 0.115, .in_double = 2.2}},
    {.backend = "stream25.sweep",
     .arms = false,
     .most_reach = 2,
     .cost = {.constant = 0.35, .point = 0.002, .in_double = 2.2}},
    {.backend = "stream25.sweep",
     .arms = false,
     .most_points = 125,
     .cost = {.constant = 1.3, .point = 0.002, .in_double = 2.2}},
    {.backend = "stream25.sweep", .arms = false, .cost = {.constant = 0.5875, .point = 0.0077, .in_double = 2.2}},
};

/// What bulk copies take more than the plane sweep: they leave the threads less to do, but the registers of long
/// stencils do not suffice for them.
inline constexpr ThreadRow bulk_sweep_times[] = {
    {.backend = "semi.tma", .most_reach = 6, .cost = {.constant = -0.05}},
    {.backend = "semi.tma", .cost = {.constant = 0.2}},
};

/// What a step by bulk copies takes more than by the plane sweep (docs/semi-stencils.md).
struct BulkMore {
    double first_plane_s = 4e-6;  ///< until it is there: 1.3 us in a room, 4 us below a free surface
    double factor_ps = 0.1;       ///< per node where the speed varies: threads copy the factors
    double layer_ps = 0.2;        ///< beside layers
    double wall_ps = 0.15;        ///< in rooms whose walls lose energy
    double other_side_ps = 0.06;  ///< at sides that are no mirrors
};
inline constexpr BulkMore bulk_more;

}  // namespace wavesim
