// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"

namespace wavesim {

/// Time of a step of a field on chip for stencils of at most so many points.
struct ResidentTime {
    std::string_view card;
    int most_points;
    double node_ps;     ///< per node of the largest part
    double exchange_s;  ///< for the packs of the neighbours
};
/// From bulk steps of scenes/room.yaml (4.0 us with 7 points, 6.8 us with 27) and scenes/first_room.yaml (2.15 and 3.7
/// us), whose largest parts have 14580 and 3605 nodes.
inline constexpr ResidentTime resident_times[] = {
    {.card = h200, .most_points = 7, .node_ps = 169, .exchange_s = 1.54e-6},
    {.card = h200, .most_points = 27, .node_ps = 282, .exchange_s = 2.68e-6},
};
/// Time of the warp with most to do on single nodes: per group of nodes, and per load of up to four corrections of a
/// group. From what the whole steps of the same scenes take besides (2.29, 5.9, 0.90 and 0.83 us).
inline constexpr double resident_group_s = 0.43e-6, resident_corrections_s = 0.25e-6;
/// Time of a launch: its copies, the way of the field to the chip and back. An estimate.
inline constexpr double resident_launch_s = 20e-6;

}  // namespace wavesim
