// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/gpu/statements/statement_plan.hpp"

namespace wavesim {

/// `struct NAME`, the Spec of a group for kernels::Statements: its tile, its box, and update() with its statements. All
/// results are stored at the end, so that the compiler may load everything first.
std::string group_spec(const StatementPlan& plan, const StatementGroup& group, const std::string& name);

/// The source text for the run-time compiler: the kernels `wavesim_group_N`, N the number of the group, and
/// `wavesim_images`.
std::string statement_source(const StatementPlan& plan);

}  // namespace wavesim
