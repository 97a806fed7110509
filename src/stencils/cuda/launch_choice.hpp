// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/problem.hpp"
#include "stencils/rtc/kernel_source.hpp"

namespace wavesim {

/// The tile for a stencil, from measurements on compute capability 9.0 (docs/performance.md): small radii share rows
/// between the nodes of a thread, large ones need the registers for the running sums.
KernelTile choose_tile(KernelForm form, const Stencil& stencil, Precision precision, const Extent& extent);

/// Planes per block so that all blocks fit one wave of `slots` resident blocks as nearly as possible, at least
/// 4 (radius + 1) planes each.
std::int64_t choose_chunk(const Extent& extent, const KernelTile& tile, int radius, std::int64_t slots);

/// Empty when the form can run the problem, else one sentence why not.
std::string form_why_not(KernelForm form, const StencilProblem& problem);

}  // namespace wavesim
