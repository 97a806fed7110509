// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/equations/symbol.hpp"

namespace wavesim::equations {

/// The limit of the time step that follows from a symbol.
struct StepLimit {
    double time_step = 0;              ///< s, the largest stable step; 0: unstable for every step
    Symbol::WaveVector wave{};         ///< the first wave that grows above it, rad per node
    std::vector<double> parameters{};  ///< parameters for which this wave grows
};

/// Growth per step that is only rounding: the square root of the rounding error of a double eigenvalue.
inline constexpr double growth_of_rounding = 2e-7;

/// The largest step for which no eigenvalue of G(k) exceeds 1, apart from rounding, for any of these values of the
/// parameters. `most`: s, larger steps are not examined. The wave vectors are first taken from a grid of eighths of pi
/// and then refined between its nodes.
StepLimit step_limit(const Symbol& symbol, double spacing, const std::vector<std::vector<double>>& parameters,
                     double most = 1e30);

/// Every combination of the lowest and the highest value of each parameter. For more than eight parameters: all lowest,
/// all highest, and each one alone at its highest.
std::vector<std::vector<double>> extremes(const std::vector<double>& lowest, const std::vector<double>& highest);

}  // namespace wavesim::equations
