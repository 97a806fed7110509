// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/field_layout.hpp"
#include "stencils/equations/statement_graph.hpp"

namespace wavesim::cpu {

/// Layout of all arrays of a program: the halo is as wide as its statements reach along each axis.
FieldLayout make_statement_layout(const Extent& extent, const equations::StatementGraph& graph, Precision precision);

/// True if level n+1 of a field may overwrite its oldest level. No statement may read an old value after it is
/// overwritten: its own statement reads it only at the node, and no later one reads it.
bool may_overwrite(const equations::Program& program, const equations::StatementGraph& graph, int field);

/// The program as the CPU computes it. Parts of statements that never change and divide are statements of their own,
/// computed once, where a step moves no more values then. Every value has the same bits.
equations::Program with_stored_parts(const equations::Program& program, const equations::Differences& differences);

/// Values that a step reads or writes per node, if every array is moved once per statement.
std::int64_t values_moved(const equations::StatementGraph& graph);

/// Number of arrays of values that a step keeps: levels, parameters, intermediates.
std::int64_t statement_arrays(const equations::Program& program, const equations::StatementGraph& graph);

}  // namespace wavesim::cpu
