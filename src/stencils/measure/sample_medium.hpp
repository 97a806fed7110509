// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem/problem.hpp"

namespace wavesim {

// Problems of a shape with some medium at every node, for measurements. There is an overload for every kind of medium.

/// Random factors where the speed varies.
Problem sample_problem(const ScalarShape& kind, const ProblemShape& shape);
/// Random factors and densities.
Problem sample_problem(const DensityShape& kind, const ProblemShape& shape);
/// Every node has its own speed, its own parameters (epsilon 0.12 to 0.28, delta below epsilon) and its own axis, which
/// is tilted by 20 to 40 degrees. All are smooth over 64 nodes along every axis.
Problem sample_problem(const TtiShape& kind, const ProblemShape& shape);

/// Random factors, and parameters of 0.5 to 1 that are equal at all nodes.
Problem sample_problem(const ProgramShape& kind, const ProblemShape& shape);

/// The same for any kind of medium.
inline Problem any_sample_problem(const ProblemShape& shape) {
    return std::visit([&](const auto& kind) { return sample_problem(kind, shape); }, shape.medium);
}

}  // namespace wavesim
