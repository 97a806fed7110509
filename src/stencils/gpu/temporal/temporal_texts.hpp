// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/common/support_text.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

struct DecidedPasses;

std::string pass_name(const Stencil& stencil);

/// All sources for several steps per pass, in the order in which a backend compiles them. `decided`: the choice of a
/// plan, or null.
std::vector<KernelText> temporal_texts(const StencilProblem& problem, const Gpu& gpu,
                                       const DecidedPasses* decided = nullptr);

}  // namespace wavesim
