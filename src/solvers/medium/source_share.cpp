// SPDX-License-Identifier: MIT
#include "solvers/medium/source_share.hpp"

namespace wavesim {

double source_share(const StencilProblem& problem, std::int64_t node) {
    return problem.speed.varies ? static_cast<double>(problem.factors.factor(node)) : 1;
}
double source_share(const DensityProblem& problem, std::int64_t node) {
    return static_cast<double>(problem.fluid.modulus[static_cast<std::size_t>(node)]);
}

}  // namespace wavesim
