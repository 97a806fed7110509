// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/backend/gpu_profile.hpp"
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

/// Predicted time per node of a step with each tile, the usual one first: that of gpu_ctpn() in the ratio of
/// tile_cost().
std::vector<TileTime> single_tile_times(const KernelForm& form, const StencilProblem& problem, const Machine& machine);

/// The tile of the machine's profile for a problem. What was gained on the measured grid is corrected for this one by
/// tile_cost(). Empty if the usual tile is then expected to be quicker, or if the profile has no such steps.
std::optional<TunedTile> find_tuned_tile(const KernelForm& form, const StencilProblem& problem, const Machine& machine);

}  // namespace wavesim
