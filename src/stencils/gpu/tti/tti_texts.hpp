// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/common/support_text.hpp"
#include "stencils/gpu/tti/tti_kernels.hpp"

namespace wavesim {

/// All sources for TTI media, in the order in which a backend compiles them.
std::vector<KernelText> tti_texts(const StencilProblem& problem, const Gpu& gpu,
                                  const TtiKernelChoice& kernels = fastest_tti_kernels, const std::string& tile = {});

}  // namespace wavesim
