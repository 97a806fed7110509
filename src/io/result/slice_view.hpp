// SPDX-License-Identifier: MIT
#pragma once
#include "io/picture/slice_picture.hpp"
#include "solvers/plan/plan_view.hpp"

namespace wavesim {

/// The view of the plan's snapshots, which must be one node thick along an axis.
SliceView slice_view(const PlanView& planned);

}  // namespace wavesim
