// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/common/kernel_text.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

struct DecidedPasses;

std::string pass_name(const Stencil& stencil);

/// All that is compiled for several steps per pass, in the order in which a backend does; `decided`: what a plan has
/// decided on, or null.
std::vector<KernelText> temporal_texts(const StencilProblem& problem, const Gpu& gpu,
                                       const DecidedPasses* decided = nullptr);

}  // namespace wavesim
