// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>

#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Fits walls that were built for the fastest speed to the speed at each of their nodes. With s = c_i / c the wall laws
/// keep their form, at the Courant number of the node, when resistance becomes s E and area s^2 A; corrections take the
/// factor s^2. The energy stays that of the nodes with weight 1 / c_i^2, so the limit of the fastest speed holds. Where
/// that makes more than 65536 laws, the factors of walls are rounded down by at most 1/512, as if the faces were that
/// much smaller: they only take energy all the same. Throws std::domain_error when even that needs more than 65536
/// different wall laws.
void fit_walls_to_medium(const NodeFactors& factors, WallPasses& walls);
/// The same where factors are asked for one by one; of each list in ascending order, some of them twice.
void fit_walls_to_factors(const std::function<float(std::int64_t node)>& factor, WallPasses& walls);

}  // namespace wavesim
