// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/thread_cost.hpp"

namespace wavesim {

/// The plane sweep. Tiles have few rows for dense stencils with R > 2 and for arms with R > 4. Beyond 125 points the
/// sums need additional time, and beyond R = 4 so do the halos of arms.
inline constexpr ThreadRow sweep_times[] = {
    {.backend = "stream25.sweep",
     .card = h200,
     .arms = true,
     .most_reach = 4,
     .cost = {.constant = 0.41, .point = 0.0023, .in_double = 1.56}},
    {.backend = "stream25.sweep",
     .card = h200,
     .arms = true,
     .cost = {.constant = 3.14, .point = 0.002, .reach = -0.92, .reach2 = 0.115, .in_double = 2.2}},
    {.backend = "stream25.sweep",
     .card = h200,
     .arms = false,
     .most_reach = 2,
     .cost = {.constant = 0.35, .point = 0.002, .in_double = 1.66}},
    {.backend = "stream25.sweep",
     .card = h200,
     .arms = false,
     .most_points = 125,
     .cost = {.constant = 1.3, .point = 0.002, .in_double = 2.2}},
    {.backend = "stream25.sweep",
     .card = h200,
     .arms = false,
     .cost = {.constant = 0.5875, .point = 0.0077, .in_double = 2.02}},
};

/// Additional time of bulk copies, relative to the plane sweep: threads have less to do, but registers do not suffice
/// for long stencils.
inline constexpr ThreadRow bulk_sweep_times[] = {
    {.backend = "semi.tma", .card = h200, .most_reach = 4, .cost = {.constant = -0.05}},
    {.backend = "semi.tma", .card = h200, .cost = {.constant = -0.38, .reach = 0.085}},
};

/// Additional time of a step with bulk copies, relative to the plane sweep (docs/semi-stencils.md).
struct BulkMore {
    double first_plane_s = 4e-6;  ///< until the first plane is loaded: 1.3 us in a room, 4 us below a free surface
    double factor_ps = 0.1;       ///< per node where the speed varies: threads copy the factors
    double layer_ps = 0.2;        ///< beside layers
    double wall_ps = 0.15;        ///< in rooms whose walls lose energy
    double other_side_ps = 0.06;  ///< at sides that are not mirrors
};
inline constexpr BulkMore bulk_more;

}  // namespace wavesim
