// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Time of a step in one launch for stencils of at most so many points.
struct WholeStepTime {
    int most_points;
    double node_ps;    ///< per node in float
    double in_double;  ///< factor in double
    double factor_ps;  ///< more per node where the medium varies
};
/// Not measured: guesses, from 4.7 and 9.6 us for 1.8 million nodes with 7 and 27 points by a kernel with simpler
/// walls.
inline constexpr WholeStepTime whole_step_times[] = {
    {.most_points = 7, .node_ps = 2.0, .in_double = 2.0, .factor_ps = 0.8},
    {.most_points = 19, .node_ps = 3.0, .in_double = 2.2, .factor_ps = 0.8},
    {.most_points = 27, .node_ps = 4.0, .in_double = 2.2, .factor_ps = 0.8},
};
/// Estimates, not measured: time of a launch that starts early, and of a wall face.
inline constexpr double whole_step_launch_s = 1.5e-6, whole_step_face_ps = 5;

}  // namespace wavesim
