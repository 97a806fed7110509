// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/gpu/temporal/strip_plan.hpp"
#include "stencils/gpu/temporal/temporal_plan.hpp"

namespace wavesim {

/// One translation unit for the run-time compiler. Its entry points are `wavesim_pass`, and before and after it
/// `wavesim_prepare_pushes` and `wavesim_finish_pass`. With walls there are also `wavesim_take_walls` and
/// `wavesim_settle_walls`, with panels `wavesim_return_rows`, and with both `wavesim_share_walls`.
std::string temporal_source(const StencilProblem& problem, const TemporalTiling& tiling);
/// One translation unit for the run-time compiler. Its entry points are `wavesim_strips`, and before and after a pass
/// `wavesim_prepare_pushes` and `wavesim_finish_pass`.
std::string strip_source(const StencilProblem& problem, const StripTiling& tiling);

}  // namespace wavesim
