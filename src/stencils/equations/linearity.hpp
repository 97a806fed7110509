// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/equations/program.hpp"

namespace wavesim::equations {

/// One sentence why a program is not linear in its fields; empty if it is.
std::string why_not_linear(const Program& program);

/// Marks statements whose values never change: they read only parameters and other such statements.
std::vector<bool> fixed_statements(const Program& program);

}  // namespace wavesim::equations
