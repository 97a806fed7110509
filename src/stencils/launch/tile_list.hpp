// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/launch/launch_choice.hpp"

namespace wavesim {

/// The tiles that a measurement may try, each with a text of its own: that of choose_tile first, then those that fit a
/// block's threads and its shared memory. The others do not depend on the grid.
std::vector<KernelTile> tiles_to_try(KernelForm form, const StencilProblem& problem,
                                     int shared_limit = most_shared_bytes);

/// The one of them that to_string shows as `text`, choose_tile's where that is empty. Throws std::invalid_argument
/// where there is none.
KernelTile tile_named(const std::string& text, KernelForm form, const StencilProblem& problem,
                      int shared_limit = most_shared_bytes);

/// Values of u and u- that the threads of a form ask of caches and memory per node, ends of chunks and sides
/// aside; 0 where nobody counted them.
double loaded_values(KernelForm form, const KernelTile& tile, const Stencil& stencil, Precision precision);

}  // namespace wavesim
