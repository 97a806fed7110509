// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/launch/kernel_source.hpp"
#include "stencils/problem.hpp"

namespace wavesim {

/// Shared memory of a block on compute capability 9.0; 163 KB on 8.0.
inline constexpr int most_shared_bytes = 227 * 1024;

/// The tile for a problem, from measurements on compute capability 9.0 (docs/performance.md): small radii share rows
/// between the nodes of a thread, large ones need the registers for the running sums.
/// Forms other than the sweep take their tile from the shape alone: see launch_choice.cpp.
/// Sides and medium of the problem decide what the kernel must be able to do. Where a block may have less shared memory
/// than on 9.0, the tile of the sweep has fewer rows.
KernelTile choose_tile(KernelForm form, const StencilProblem& problem, int shared_limit = most_shared_bytes);

/// Whether a block of the form walks along z through a chunk of planes.
bool walks_along_z(KernelForm form);

/// Empty when the form can run the problem, else one sentence why not.
std::string form_why_not(KernelForm form, const StencilProblem& problem, int shared_limit = most_shared_bytes);

}  // namespace wavesim
