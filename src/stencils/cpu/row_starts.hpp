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

    /// Asks for the memory of what rows [row, end) are the next to need: the states of the runs that start in them, and
    /// the runs of as many rows after them. Runs are short and lie where the processor does not expect them.
    template <class Run, class T>
    void fetch(std::int64_t row, std::int64_t end, const std::vector<Run>& runs, const std::vector<T>& states) const {
        if (starts_.empty()) return;
        for (std::int64_t i = before(row); i < before(end); ++i)
            __builtin_prefetch(states.data() + runs[static_cast<std::size_t>(i)].face, 1);
        const auto rows = static_cast<std::int64_t>(starts_.size()) - 1;
        const std::int64_t last = before(end + (end - row) < rows ? end + (end - row) : rows);
        for (std::int64_t i = before(end); i < last; i += 2) __builtin_prefetch(runs.data() + i);
    }

  private:
    std::vector<std::int64_t> starts_;
};

}  // namespace wavesim::cpu
