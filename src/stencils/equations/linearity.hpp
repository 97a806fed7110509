// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/equations/program.hpp"

namespace wavesim::equations {

/// Why a program is not linear in its fields, one sentence; empty: it is.
std::string why_not_linear(const Program& program);

/// Statements whose values never change: they read parameters and other such statements alone.
std::vector<bool> fixed_statements(const Program& program);

}  // namespace wavesim::equations
