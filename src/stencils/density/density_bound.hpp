// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>

#include "stencils/grid/node_boxes.hpp"
#include "stencils/problem/fluid_medium.hpp"
#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

/// Makes the planes [from, to) along z.
using MakeFluidPlanes = std::function<FluidMedium(std::int64_t from, std::int64_t to)>;

/// density_spectral_bound of a medium that is made plane by plane: every plane is requested once, in order. The sums of
/// `slab_nodes` nodes are in memory at a time (slabs_of).
double density_spectral_bound(const ProblemShape& shape, const MakeFluidPlanes& planes,
                              std::int64_t slab_nodes = usual_slab_nodes);

}  // namespace wavesim
