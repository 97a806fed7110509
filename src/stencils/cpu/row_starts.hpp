// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "stencils/grid/grid.hpp"

namespace wavesim::cpu {

/// Entries [from, to) of a list.
struct EntryRange {
    std::int64_t from = 0;
    std::int64_t to = 0;
};

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
        occupied_.resize(static_cast<std::size_t>(extent.ny * extent.nz / group + 1));
        for (std::int64_t i = 0; i < entries; ++i) {
            const std::int64_t row = node_of(i) / extent.nx;
            ++starts_[static_cast<std::size_t>(row + 1 - first_)];
            occupied_[static_cast<std::size_t>(row / group)] = 1;
        }
        for (std::size_t row = 1; row < starts_.size(); ++row) starts_[row] += starts_[row - 1];
    }

    /// The entries of rows [row, end).
    EntryRange of(std::int64_t row, std::int64_t end) const {
        for (std::int64_t g = row / group; g * group < end; ++g) {
            if (static_cast<std::size_t>(g) < occupied_.size() && occupied_[static_cast<std::size_t>(g)] != 0)
                return {before(row), before(end)};
        }
        return {};
    }

    /// Prefetches the entries of the rows after `end`, as many rows as [row, end), and the starts of the rows after
    /// those. The hardware prefetcher does not predict these addresses.
    template <class Entry>
    void fetch_next(std::int64_t row, std::int64_t end, const std::vector<Entry>& entries) const {
        constexpr std::int64_t per_line = std::max<std::int64_t>(1, 64 / sizeof(Entry));
        const std::int64_t rows = end - row;
        const EntryRange next = of(end, end + rows);
        if (next.from == next.to) return;
        const std::int64_t after = end + 2 * rows - first_;
        if (after < static_cast<std::int64_t>(starts_.size())) __builtin_prefetch(starts_.data() + after);
        for (std::int64_t i = next.from; i < next.to; i += per_line) __builtin_prefetch(entries.data() + i, 1);
    }

  private:
    /// Rows that share a mark in occupied_: most rows are far from solids, and a small array of marks stays in cache.
    static constexpr std::int64_t group = 16;

    std::int64_t before(std::int64_t row) const {
        if (row <= first_) return 0;
        const auto i = static_cast<std::size_t>(row - first_);
        return i < starts_.size() ? starts_[i] : starts_.back();
    }

    std::int64_t first_ = 0;              ///< row of the first entry
    std::vector<std::int64_t> starts_;    ///< entries of rows before row first_ + i
    std::vector<std::uint8_t> occupied_;  ///< whether any of `group` rows has entries
};

}  // namespace wavesim::cpu
