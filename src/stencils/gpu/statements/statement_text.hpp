// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/gpu/statements/statement_plan.hpp"

namespace wavesim {

/// `struct NAME`, the Spec of a group for its frame: its tile, its box, and its functions.
std::string group_spec(const StatementPlan& plan, const StatementGroup& group, const std::string& name);
/// The frame of statements.cuh that computes a group: Statements or StatementColumns.
std::string group_frame(const StatementPlan& plan, const StatementGroup& group);

/// The source text for the run-time compiler: the kernels `wavesim_group_N`, N the number of the group, and
/// `wavesim_images`.
std::string statement_source(const StatementPlan& plan);

}  // namespace wavesim
