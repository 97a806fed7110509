// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "stencils/gpu/common/kernel_tile.hpp"

namespace wavesim {

/// How blocks that walk along z share the grid. Chunks of `chunk` planes go to one block each, as many as fill whole
/// waves of resident blocks; the `left` chunks that remain are cut into pieces, so that they fill a last, short wave.
struct Schedule {
    std::int64_t chunk = 0;
    std::int64_t whole = 0;
    std::int64_t left = 0;
    std::int64_t piece = 0;
    std::int64_t blocks() const { return left == 0 ? whole : whole + left * ((chunk + piece - 1) / piece); }
    double cost = 0;  ///< planes that pass one after the other, run-up included
};
/// The schedule of least cost for `slots` resident blocks.
Schedule choose_schedule(const Extent& extent, const KernelTile& tile, int radius, std::int64_t slots);

/// Blocks in the order of their launch, each in the slot that is free first.
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
    /// When all are done.
    double end() const { return end_; }

  private:
    std::priority_queue<double, std::vector<double>, std::greater<>> free_;
    double end_ = 0;
};

}  // namespace wavesim
