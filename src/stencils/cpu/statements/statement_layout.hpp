// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/field_layout.hpp"
#include "stencils/equations/statement_graph.hpp"

namespace wavesim::cpu {

/// Where the values of all arrays of a program lie: with a halo as wide as its statements reach along each axis.
FieldLayout make_statement_layout(const Extent& extent, const equations::StatementGraph& graph, Precision precision);

}  // namespace wavesim::cpu
