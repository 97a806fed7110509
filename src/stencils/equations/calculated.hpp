// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/equations/statement.hpp"

namespace wavesim::equations {

/// Result of an operation on numbers, with the comparisons that kernels make (a NaN on the right is taken). `y` is not
/// used by operations with one argument. For operations that compute, not for those that read.
double calculated(Operation operation, double x, double y);

}  // namespace wavesim::equations
