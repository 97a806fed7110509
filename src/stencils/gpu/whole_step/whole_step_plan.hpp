// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"
#include "stencils/gpu/common/kernel_tile.hpp"
#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/common/node_table_sizes.hpp"
#include "stencils/gpu/whole_step/whole_step_arguments.cuh"

namespace wavesim {

/// Empty if one launch per step can run the problem on the GPU, else one sentence.
std::string whole_step_why_not(const StencilProblem& problem, const Gpu& gpu);

/// Nodes of a block along x, threads along y and z, and `rows` nodes of each thread along z. The default comes first.
std::vector<KernelTile> whole_step_tiles(const ProblemShape& shape);
/// One of them by its text; the default for an empty text. Throws std::invalid_argument if there is none.
KernelTile whole_step_tile(const std::string& text, const ProblemShape& shape);
/// Threads of a block.
int whole_step_threads(const KernelTile& tile, Precision precision);

/// Number of tiles, and the tile of a node, x fastest.
NodeBlocks whole_step_blocks(const KernelTile& tile, const Extent& extent);
/// The work of each block. Blocks with most groups start first, since they take longest. `table` has the groups of
/// whole_step_blocks.
std::vector<kernels::BlockWork> whole_step_work(const KernelTile& tile, const Extent& extent, const NodeTable& table);

/// The table of a proposal, which open() takes for the same tile, since it is made once.
struct DecidedTable {
    std::string tile;
    std::shared_ptr<const NodeTable> table;
};
/// The table of the proposal if it is for that tile, else a new one. `decided` may be null.
NodeTable whole_step_table(const DecidedTable* decided, const StencilProblem& problem, const KernelTile& tile);

/// Device memory of a problem [bytes]. `table` as above.
std::int64_t whole_step_bytes(const StencilProblem& problem, const KernelTile& tile, const NodeTable& table);
/// Predicted time of a step per node [s]; 0 if the rate of the GPU is not known.
double whole_step_ctpn(const StencilProblem& problem, const Gpu& gpu);

}  // namespace wavesim
