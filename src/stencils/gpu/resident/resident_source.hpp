// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/common/support_text.hpp"
#include "stencils/gpu/resident/resident_tiling.hpp"

namespace wavesim {

std::string resident_name(const Stencil& stencil);
/// The translation unit of the kernels wavesim_resident, wavesim_copy_levels and wavesim_finish_pass.
std::string resident_source(const StencilProblem& problem, const ResidentTiling& tiling);
/// All sources of a field on chip, in the order in which a backend compiles them.
std::vector<KernelText> resident_texts(const StencilProblem& problem, const Gpu& gpu);

}  // namespace wavesim
