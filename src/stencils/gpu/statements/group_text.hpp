// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/gpu/statements/statement_plan.hpp"

namespace wavesim {

/// Values of an array in the column of a node of a group, or of its stage on the chip, x and y nodes away, from plane
/// `low` to plane `high` of it. A thread of columns keeps all but the last in registers until the next plane.
struct ColumnWindow {
    std::size_t slot = 0;  ///< the array, in the order of StatementGroup::reads
    int x = 0, y = 0;
    int low = 0, high = 0;
    int reads = 0;  ///< different planes that the statements read
};
std::vector<ColumnWindow> column_windows(const StatementPlan& plan, const StatementGroup& group);

/// Values that a thread reads from memory or caches at a node of a group.
int group_loads(const StatementPlan& plan, const StatementGroup& group);

/// Those of them that its stage on the chip reads.
int early_loads(const StatementPlan& plan, const StatementGroup& group);

/// Values that a thread reads from shared memory at a node of a group.
int chip_loads(const StatementPlan& plan, const StatementGroup& group);

/// The functions that compute a group at a node: update(), and for columns also the struct Column and start(). For
/// groups with a stage on the chip those of statement_chip.cuh. First
/// everything is read, then the statements follow, then all results are stored. Reads that stood beside the statements
/// would wait behind each division, in which the compiler branches.
std::string group_functions(const StatementPlan& plan, const StatementGroup& group);

}  // namespace wavesim
