// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/proposal.hpp"
#include "stencils/gpu/common/node_table_sizes.hpp"

namespace wavesim {

// What acts on nodes, and the lengths of the tables of a problem. Each is counted at the first request, for all
// backends that are asked about the problem.
const NodeActions& actions_on_nodes(const Inquiry& asked);
const NodeTableForecast& node_tables(const Inquiry& asked);

}  // namespace wavesim
