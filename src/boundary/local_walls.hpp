// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>

#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Adapts walls that were built for the fastest speed to the speed at each of their nodes. With s = c_i / c the wall
/// laws keep their form, at the Courant number of the node, if the resistance becomes s E and the area s^2 A.
/// Corrections are multiplied by s^2. The energy is still that of the nodes with weight 1 / c_i^2, so the limit of the
/// fastest speed holds. If this gives more than 65536 laws, the factors at walls are rounded down by at most 1/512, as
/// if the faces were that much smaller. The walls then still only absorb energy. Throws std::domain_error if even that
/// needs more than 65536 different wall laws.
void fit_walls_to_medium(const NodeFactors& factors, WallPasses& walls);
/// The same for factors from a function. It is called with the nodes of each list in ascending order, some of them
/// twice.
void fit_walls_to_factors(const std::function<float(std::int64_t node)>& factor, WallPasses& walls);

}  // namespace wavesim
