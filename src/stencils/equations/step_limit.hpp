// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/equations/symbol.hpp"

namespace wavesim::equations {

/// What a symbol says of the time step.
struct StepLimit {
    double time_step = 0;              ///< s, the largest that lets nothing grow; 0: whatever the step, something grows
    Symbol::WaveVector wave{};         ///< what grows first above it, rad per node
    std::vector<double> parameters{};  ///< with which it does
};

/// Growth per step that rounding makes of none: the square root of the rounding of a double eigenvalue.
inline constexpr double growth_of_rounding = 2e-7;

/// The largest step with which no eigenvalue of G(k) is larger than 1, rounding aside, with any of these values of the
/// parameters. `most`: s, steps above it are not looked at. The wave vectors stand on a grid of eighths of pi, and are
/// then sought between them.
StepLimit step_limit(const Symbol& symbol, double spacing, const std::vector<std::vector<double>>& parameters,
                     double most = 1e30);

/// Every combination of the lowest and the highest value of each parameter; of more than eight parameters all lowest,
/// all highest and each of them alone at its highest.
std::vector<std::vector<double>> extremes(const std::vector<double>& lowest, const std::vector<double>& highest);

}  // namespace wavesim::equations
