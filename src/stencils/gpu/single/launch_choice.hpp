// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/single/kernel_form.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Largest shared memory of a block on compute capability 9.0; 163 KB on 8.0.
inline constexpr int most_shared_bytes = 227 * 1024;

/// The default tile of a form for a problem. Sides, medium and walls of the problem determine the required features of
/// the kernel. If a block has less shared memory than on 9.0, the tile of the sweep has fewer rows.
KernelTile choose_tile(const KernelForm& form, const StencilProblem& problem, int shared_limit = most_shared_bytes);

/// The tiles for measurements, each with a different text: that of choose_tile first, then those that fit the limits of
/// threads and shared memory of a block. The others do not depend on the size of the grid.
std::vector<KernelTile> tiles_to_try(const KernelForm& form, const StencilProblem& problem,
                                     int shared_limit = most_shared_bytes);

/// The tile for which to_string gives `text`; choose_tile() if `text` is empty. Throws std::invalid_argument for an
/// unknown tile.
KernelTile tile_named(const std::string& text, const KernelForm& form, const StencilProblem& problem,
                      int shared_limit = most_shared_bytes);

/// Empty when the form can run the problem, else one sentence why not.
std::string form_why_not(const KernelForm& form, const StencilProblem& problem, int shared_limit = most_shared_bytes);

}  // namespace wavesim
