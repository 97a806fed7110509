// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/half_cell.hpp"

namespace wavesim {

/// Deviation of the pressure at the nodes n = 0, 1, ... from a wall on, where the exact pressure has a constant slope
/// of 1 per cell; in cells. The mirror image turns the slope into a kink, to which differences of high order respond
/// over a few nodes. It follows from the stencil collapsed to 1-D with symbol sigma(k) = sum 4 a_m sin^2(mk/2):
///   half:  (1/pi) int_0^pi (cos nk + cos (n+1)k) [1/(4 sin^2(k/2)) - 1/sigma(k)] dk
///   whole: (2/pi) int_0^pi cos nk [1/(4 sin^2(k/2)) - 1/sigma(k)] dk      (midpoint rule, 4000 nodes)
/// Throws std::domain_error where the deviation is not defined for a stencil.
std::vector<double> wall_ripple(const Stencil& stencil, WallPosition position, int nodes);

}  // namespace wavesim
