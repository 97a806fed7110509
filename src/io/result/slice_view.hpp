// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "io/picture/slice_picture.hpp"
#include "solvers/plan/plan_view.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Whether a node is solid, i.e. in one of the ascending spans.
bool is_solid(const std::vector<SolidSpan>& spans, std::int64_t node);

/// The view of the plan's snapshots, which must be one node thick along an axis.
SliceView slice_view(const PlanView& planned);

}  // namespace wavesim
