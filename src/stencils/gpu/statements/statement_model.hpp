// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/proposal.hpp"
#include "stencils/gpu/statements/statement_plan.hpp"

namespace wavesim {

/// Values that a step reads from memory or writes to it per node, if every group but shells moves each of its arrays
/// once. `per_node`: of StatementPlan::per_node().
int values_moved(const StatementPlan& plan, const std::vector<bool>& per_node);

/// Predicted seconds per node of a step; 0 where the rate of the GPU's memory is not known.
double gpu_statement_ctpn(const StatementPlan& plan, const std::vector<bool>& per_node, const StencilProblem& problem,
                          const Machine& machine);

/// Device memory for a problem [bytes], code, lists and traces included.
std::int64_t statement_device_bytes(const StatementPlan& plan, const std::vector<bool>& per_node, const Inquiry& asked);

/// Launches of a step.
int launches_of_step(const StatementPlan& plan, const StencilProblem& problem);

}  // namespace wavesim
