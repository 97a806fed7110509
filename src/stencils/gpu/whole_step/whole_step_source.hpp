// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/common/kernel_tile.hpp"
#include "stencils/gpu/common/support_text.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

std::string whole_step_name(const Stencil& stencil);
/// The translation unit of the kernel wavesim_whole_step.
std::string whole_step_source(const Stencil& stencil, double courant, Precision precision, const KernelTile& tile);
/// All sources of one launch per step, in the order in which a backend compiles them.
std::vector<KernelText> whole_step_texts(const StencilProblem& problem, const Gpu& gpu, const std::string& tile);

}  // namespace wavesim
