// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>

namespace wavesim {

/// Panels of rows, which a pass of several steps computes one after the other if a plane of the grid has more tiles
/// than the GPU has multiprocessors. A panel also computes `overlap` rows of its neighbours. Values beyond its edge are
/// unknown after the first step, and errors move inwards by the reach of the stencil per step.
struct PassPanels {
    int count = 1;
    int rows = 0;     ///< rows that a panel computes; the last panel may have fewer
    int overlap = 0;  ///< rows of these that belong to a neighbouring panel, at each side that has one
    std::int64_t grid_rows = 0;

    /// Distance from the first row of a panel to that of the next.
    constexpr int stride() const { return rows - 2 * overlap; }
    /// The first row that a panel computes, and the number of rows.
    constexpr std::int64_t first(int panel) const { return panel * static_cast<std::int64_t>(stride()); }
    constexpr int rows_of(int panel) const {
        return static_cast<int>(std::min<std::int64_t>(rows, grid_rows - first(panel)));
    }
    /// The rows that the panel owns, counted from its first row: [first_own, end_own).
    constexpr int first_own(int panel) const { return panel == 0 ? 0 : overlap; }
    constexpr int end_own(int panel) const { return panel + 1 == count ? rows_of(panel) : rows - overlap; }

    /// Calls act(panel, row within it, whether the panel owns it) for every panel that computes row y.
    template <class Act>
    constexpr void at(std::int64_t y, Act act) const {
        const auto last = static_cast<int>(std::min<std::int64_t>(count - 1, y / std::max(1, stride())));
        for (int panel = last; panel >= 0 && y < first(panel) + rows_of(panel); --panel) {
            const auto row = static_cast<int>(y - first(panel));
            act(panel, row, row >= first_own(panel) && row < end_own(panel));
        }
    }
};

/// The smallest number of panels of at most `most_rows` rows, of about equal size, for passes whose steps together
/// reach `reach` rows. All numbers of rows except that of the last panel are even, because a thread has two rows. If
/// rows is 0, no panel is possible.
constexpr PassPanels pass_panels(std::int64_t grid_rows, int most_rows, int reach) {
    if (grid_rows <= most_rows) return {1, static_cast<int>(grid_rows), 0, grid_rows};
    const int overlap = (reach + 1) / 2 * 2;
    const int most_stride = most_rows / 2 * 2 - 2 * overlap;
    if (most_stride <= 0) return {};
    const std::int64_t strides = grid_rows - 2 * overlap;
    const std::int64_t count = (strides + most_stride - 1) / most_stride;
    const auto stride = static_cast<int>(((strides + count - 1) / count + 1) / 2 * 2);
    if (stride < overlap) return {};
    return {static_cast<int>((strides + stride - 1) / stride), stride + 2 * overlap, overlap, grid_rows};
}

}  // namespace wavesim
