// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
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
        first_ = node_of(0) / extent.nx;
        starts_.resize(static_cast<std::size_t>(node_of(entries - 1) / extent.nx + 2 - first_));
        for (std::int64_t i = 0; i < entries; ++i)
            ++starts_[static_cast<std::size_t>(node_of(i) / extent.nx + 1 - first_)];
        for (std::size_t row = 1; row < starts_.size(); ++row) starts_[row] += starts_[row - 1];
    }

    /// Entries of rows before `row`; the entries of rows [a, b) are [before(a), before(b)).
    std::int64_t before(std::int64_t row) const {
        if (row <= first_ || starts_.empty()) return 0;
        const auto i = static_cast<std::size_t>(row - first_);
        return i < starts_.size() ? starts_[i] : starts_.back();
    }

    /// Asks for the memory of the entries of as many rows after `end` as there are in [row, end), the next to be used,
    /// and of where those of the rows after them start: they lie where the processor does not expect them.
    template <class Entry>
    void fetch_next(std::int64_t row, std::int64_t end, const std::vector<Entry>& entries) const {
        if (starts_.empty()) return;
        constexpr std::int64_t per_line = std::max<std::int64_t>(1, 64 / sizeof(Entry));
        const std::int64_t next = end + (end - row);
        const std::int64_t after = next + (end - row) - first_;
        if (after >= 0 && after < static_cast<std::int64_t>(starts_.size())) __builtin_prefetch(starts_.data() + after);
        const std::int64_t last = before(next);
        for (std::int64_t i = before(end); i < last; i += per_line) __builtin_prefetch(entries.data() + i, 1);
    }

  private:
    std::int64_t first_ = 0;  ///< row of the first entry
    std::vector<std::int64_t> starts_;
};

}  // namespace wavesim::cpu
