// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "stencils/backend/gpu.hpp"
#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/resident/resident_arguments.cuh"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// How a grid is cut into blocks that keep their parts: whole rows, cut along y and z. Parts differ by at most one row
/// and one plane.
struct ResidentTiling {
    Extent extent;
    bool corners = false;  ///< blocks also exchange edges, which stencils with points off the axes read
    int blocks_y = 1, blocks_z = 1;

    int blocks() const { return blocks_y * blocks_z; }
    /// Rows and planes of the largest part.
    int tile_y() const { return most(extent.ny, blocks_y); }
    int tile_z() const { return most(extent.nz, blocks_z); }
    /// Packs of four values of a row.
    int packs() const { return most(extent.nx, 4); }
    /// Of a block: a thread for each column of packs, and at least eight warps for the lists of nodes.
    int threads() const;
    /// Most packs that a block sends in a step.
    int items() const;
    /// Shared memory of a block [bytes].
    std::int64_t shared_bytes() const;

    int block_of(const Node& at) const;
    /// Rows and planes of a block, without its lists.
    kernels::ResidentBlock part(int block) const;
    /// Place of a node in a level of its block.
    int place(const Node& at) const;
    /// What a step along x, y, z is in a level.
    int step(std::int64_t dx, std::int64_t dy, std::int64_t dz) const;
    NodeBlocks node_blocks() const;

    bool operator==(const ResidentTiling&) const = default;

  private:
    static int most(std::int64_t nodes, std::int64_t parts) { return static_cast<int>((nodes + parts - 1) / parts); }
};
/// Nodes of the largest part, as 180x9x9.
std::string to_string(const ResidentTiling& tiling);

/// The tiling with the smallest parts that the GPU holds at once, a block per multiprocessor; nothing if there is none.
std::optional<ResidentTiling> resident_tiling(const ProblemShape& shape, const Gpu& gpu);

/// What each block sends and receives, (block, items); unused entries at the end of a block are 0.
std::vector<kernels::Exchange> exchanges_of(const ResidentTiling& tiling);

}  // namespace wavesim
