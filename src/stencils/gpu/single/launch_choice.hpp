// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/single/kernel_form.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Shared memory of a block on compute capability 9.0; 163 KB on 8.0.
inline constexpr int most_shared_bytes = 227 * 1024;

/// The tile that a form takes for a problem by itself. Sides, medium and walls of the problem decide what the kernel
/// must be able to do. Where a block may have less shared memory than on 9.0, the tile of the sweep has fewer rows.
KernelTile choose_tile(const KernelForm& form, const StencilProblem& problem, int shared_limit = most_shared_bytes);

/// The tiles that a measurement may try, each with a text of its own: that of choose_tile first, then those that fit a
/// block's threads and its shared memory. The others do not depend on the size of the grid.
std::vector<KernelTile> tiles_to_try(const KernelForm& form, const StencilProblem& problem,
                                     int shared_limit = most_shared_bytes);

/// The one of them that to_string shows as `text`, choose_tile's where that is empty. Throws std::invalid_argument
/// where there is none.
KernelTile tile_named(const std::string& text, const KernelForm& form, const StencilProblem& problem,
                      int shared_limit = most_shared_bytes);

/// Empty when the form can run the problem, else one sentence why not.
std::string form_why_not(const KernelForm& form, const StencilProblem& problem, int shared_limit = most_shared_bytes);

}  // namespace wavesim
