// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/gpu/statements/statement_groups.hpp"
#include "stencils/gpu/statements/statement_schedule.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Most bytes of shared memory of a block: what all GPUs of compute capability 8.0 and later have.
inline constexpr int chip_bytes_max = 99 * 1024;

/// Planes in shared memory of each kept result of a stage: those that are read, and one that is written meanwhile.
int planes_kept(const ChipStage& stage);

/// Groups of which some are two of before, in one kernel (StatementFusion::chip).
struct FusedGroups {
    std::vector<StatementGroup> groups;
    /// Fields of one level whose level n+1 needs an array of its own: other blocks still read level n in their halos.
    std::vector<int> doubled;
};

/// Makes one kernel of neighbours in the order of `groups`, where the second one reads results of the first one at
/// other nodes, and where the planes of the tile fit shared memory. The pair that saves the most accesses of memory
/// comes first, of equal ones that with the fewest planes in shared memory (Rawat et al., Proceedings of the IEEE 106
/// (2018), 1902, rules a, c and h). A pair is not fused if sources act on what lies between its groups, or if the first
/// one overwrites level n-1. `order`: of first differences.
FusedGroups fused_on_chip(const equations::Program& program, const equations::StatementGraph& graph,
                          const std::vector<StatementGroup>& groups, const StatementSchedule& schedule,
                          const ProblemShape& shape, int order);

}  // namespace wavesim
