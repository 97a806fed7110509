// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/equations/program.hpp"

namespace wavesim::equations {

/// Name of the parameter of a sponge; a text cannot have it.
inline constexpr const char* damping_factor = "damping factor";

/// A program with a sponge. It has one more parameter, the last one: the factor f in (0, 1] of a node. In each step
/// every level of every field is multiplied by it, the next level as soon as it is computed. Where f is 1, the values
/// are the same. Source: Cerjan, Kosloff, Kosloff and Reshef, Geophysics 50 (1985), 705.
Program with_damping(const Program& program);

}  // namespace wavesim::equations
