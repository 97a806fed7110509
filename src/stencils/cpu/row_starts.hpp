// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/grid.hpp"

namespace wavesim::cpu {

/// Where the entries of each row (y + ny z) start in a list sorted by node. Empty when the list is empty.
class RowStarts {
  public:
    RowStarts() = default;
    /// node_of(i) is the logical index of entry i.
    template <class NodeOf>
    RowStarts(const Extent& extent, std::int64_t entries, const NodeOf& node_of) {
        if (entries == 0) return;
        starts_.resize(static_cast<std::size_t>(extent.ny * extent.nz + 1));
        for (std::int64_t i = 0; i < entries; ++i) ++starts_[static_cast<std::size_t>(node_of(i) / extent.nx + 1)];
        for (std::size_t row = 1; row < starts_.size(); ++row) starts_[row] += starts_[row - 1];
    }

    /// Entries of rows before `row`; the entries of rows [a, b) are [before(a), before(b)).
    std::int64_t before(std::int64_t row) const { return starts_.empty() ? 0 : starts_[static_cast<std::size_t>(row)]; }

  private:
    std::vector<std::int64_t> starts_;
};

}  // namespace wavesim::cpu
