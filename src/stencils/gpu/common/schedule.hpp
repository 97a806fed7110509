// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "stencils/gpu/common/kernel_tile.hpp"

namespace wavesim {

/// How the grid is divided among blocks that walk along z. Chunks of `chunk` planes, as many as fill complete waves of
/// resident blocks, are given to one block each. The `left` remaining chunks are cut into pieces, so that they fill a
/// last, short wave.
struct Schedule {
    std::int64_t chunk = 0;
    std::int64_t whole = 0;
    std::int64_t left = 0;
    std::int64_t piece = 0;
    std::int64_t blocks() const { return left == 0 ? whole : whole + left * ((chunk + piece - 1) / piece); }
    double cost = 0;  ///< number of planes in sequence, warm-up planes included
};
/// The schedule of least cost for `slots` resident blocks.
Schedule choose_schedule(const Extent& extent, const KernelTile& tile, int radius, std::int64_t slots);

/// Simulates blocks in the order of their launch; each runs in the slot that is free first.
class BlockClock {
  public:
    explicit BlockClock(std::int64_t slots) {
        for (std::int64_t i = 0; i < slots; ++i) free_.push(0);
    }
    void run(double cost) {
        const double done = free_.top() + cost;
        free_.pop();
        free_.push(done);
        if (done > end_) end_ = done;
    }
    /// Time when all blocks are done.
    double end() const { return end_; }

  private:
    std::priority_queue<double, std::vector<double>, std::greater<>> free_;
    double end_ = 0;
};

}  // namespace wavesim
