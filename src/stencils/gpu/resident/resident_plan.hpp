// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>

#include "stencils/gpu/resident/resident_lists.hpp"

namespace wavesim {

/// Empty if the GPU can hold the field of the problem on chip, else one sentence. Corrections are not looked at
/// (corrections_why_not).
std::string resident_why_not(const StencilProblem& problem, const Gpu& gpu);

/// Most steps of one launch: their samples must fit into the memory for them.
std::int64_t most_resident_steps(const StencilProblem& problem);
/// Nodes of all receivers.
std::int64_t heard_nodes(const StencilProblem& problem);

/// The table of a proposal, of ResidentTiling::node_blocks, which open() takes for the same tiling, since it is made
/// once.
struct DecidedResident {
    ResidentTiling tiling;
    std::shared_ptr<const NodeTable> table;
};
/// The table of the proposal if it is for that tiling, else a new one. `decided` may be null.
NodeTable resident_table(const DecidedResident* decided, const StencilProblem& problem, const ResidentTiling& tiling);

/// Device memory of a problem [bytes]. `table`: as above.
std::int64_t resident_bytes(const StencilProblem& problem, const ResidentTiling& tiling, const NodeTable& table);
/// Predicted time of what acts on single nodes in a step [s]. `table` as above.
double resident_listed_s(const ResidentTiling& tiling, const NodeTable& table);
/// Predicted time of a step per node [s], if a launch ends after at most `between_looks` steps; 0 if the rate of the
/// GPU is not known. `table` as above.
double resident_ctpn(const StencilProblem& problem, const ResidentTiling& tiling, const NodeTable& table,
                     std::int64_t between_looks, const Gpu& gpu);

}  // namespace wavesim
