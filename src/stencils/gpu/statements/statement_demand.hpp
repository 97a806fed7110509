// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/statements/statement_plan.hpp"

namespace wavesim {

/// What a node of a group needs, as STENCILGEN counts it (Rawat et al., Proceedings of the IEEE 106 (2018), 1902): each
/// array once from memory, and everything else on the chip.
struct GroupDemand {
    int register_planes = 0;    ///< planes of arrays that a thread keeps in registers
    int shared_planes = 0;      ///< planes in shared memory
    int memory_accesses = 0;    ///< arrays that it reads and writes, each once
    int register_accesses = 0;  ///< values that it finds in registers
    int shared_accesses = 0;    ///< values that it reads from shared memory
    int cache_accesses = 0;     ///< values that it reads again through caches
    int operations = 0;         ///< of the text; a difference counts as the products and sums of its nodes
};
GroupDemand demand_of(const StatementPlan& plan, const StatementGroup& group);

/// Values per node and step that move if every array has a value per node.
struct MovedValues {
    int of_statements = 0;  ///< a kernel per statement, each of which stores its result
    int of_groups = 0;      ///< the groups of the plan
    int of_fields = 0;      ///< no result is stored but the fields, and everything is read once: one kernel for all
};
MovedValues moved_values(const StatementPlan& plan);

}  // namespace wavesim
