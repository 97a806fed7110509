// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// The parameters of a TTI medium at a point of the domain. A point on an interface belongs to the medium after it.
Thomsen thomsen_at(const Scene& scene, const Point& at);

/// Speed of waves along a grid axis relative to that along the symmetry axis. With c the cosine between the two axes
/// and s^2 + c^2 = 1, 2 v^2 = (1 + 2 epsilon) s^2 + c^2 + sqrt(((1 + 2 epsilon) s^2 + c^2)^2 - 8 (epsilon - delta) s^2
/// c^2): the faster root of the acoustic equation (Alkhalifah, Geophysics 63 (1998) 623).
double speed_along(const Thomsen& values, int axis);

}  // namespace wavesim
