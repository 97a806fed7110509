// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/field_layout.hpp"
#include "stencils/equations/statement_graph.hpp"

namespace wavesim::cpu {

/// Where the values of all arrays of a program lie: with a halo as wide as its statements reach along each axis.
FieldLayout make_statement_layout(const Extent& extent, const equations::StatementGraph& graph, Precision precision);

/// Whether level n+1 of a field may take the place of its oldest one: nobody reads that once its place has another
/// value. Its own statement reads it at the node alone, and no later one does.
bool may_overwrite(const equations::Program& program, const equations::StatementGraph& graph, int field);

/// Arrays of values that a step keeps: levels, parameters, intermediates.
std::int64_t statement_arrays(const equations::Program& program, const equations::StatementGraph& graph);

}  // namespace wavesim::cpu
