// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

/// A word for what a step reads of the medium per node: `one` (one speed), `float`, `int16`, `index8` or `index16` (a
/// factor, by its storage), `density-float` and so on (modulus and buoyancies), `tti` or `program`.
std::string medium_name(const ProblemShape& shape);

}  // namespace wavesim
