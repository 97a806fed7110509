// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"

namespace wavesim {

/// Time of a step in one launch for stencils of at most so many points.
struct WholeStepTime {
    std::string_view card;
    int most_points;
    double node_ps;    ///< per node in float
    double in_double;  ///< factor in double
    double factor_ps;  ///< more per node where the medium varies
};
/// From steps of scenes/room.yaml (9.35 us with 7 points, 13.7 us with 27) and of scenes/first_room.yaml (4.87 and 7.70
/// us), within 18 %. Rows of 19 points, double and media that vary are estimates.
inline constexpr WholeStepTime whole_step_times[] = {
    {.card = h200, .most_points = 7, .node_ps = 2.6, .in_double = 2.0, .factor_ps = 0.8},
    {.card = h200, .most_points = 19, .node_ps = 3.8, .in_double = 2.2, .factor_ps = 0.8},
    {.card = h200, .most_points = 27, .node_ps = 5.3, .in_double = 2.2, .factor_ps = 0.8},
};
/// Time of a launch that starts early, from the same steps; that of a wall face is an estimate.
inline constexpr double whole_step_launch_s = 4.0e-6, whole_step_face_ps = 5;

}  // namespace wavesim
