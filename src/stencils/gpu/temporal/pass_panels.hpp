// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>

namespace wavesim {

/// Panels of rows, which a pass of several steps computes one after the other where a plane of the grid has more tiles
/// than the GPU has multiprocessors. A panel computes `overlap` rows of its neighbours too: beyond its edge nothing is
/// known after the first step, and what is wrong moves inwards by as many rows per step as the stencil reaches.
struct PassPanels {
    int count = 1;
    int rows = 0;     ///< that a panel computes; the last one may have fewer
    int overlap = 0;  ///< of them that are another panel's, at each side where there is one
    std::int64_t grid_rows = 0;

    /// From the first row of a panel to that of the next one.
    constexpr int stride() const { return rows - 2 * overlap; }
    /// The first row that a panel computes, and how many.
    constexpr std::int64_t first(int panel) const { return panel * static_cast<std::int64_t>(stride()); }
    constexpr int rows_of(int panel) const {
        return static_cast<int>(std::min<std::int64_t>(rows, grid_rows - first(panel)));
    }
    /// Its own rows, counted from its first one: [first_own, end_own).
    constexpr int first_own(int panel) const { return panel == 0 ? 0 : overlap; }
    constexpr int end_own(int panel) const { return panel + 1 == count ? rows_of(panel) : rows - overlap; }

    /// Calls act(panel, row in it, whether it is the panel's own) for every panel that computes row y.
    template <class Act>
    constexpr void at(std::int64_t y, Act act) const {
        const auto last = static_cast<int>(std::min<std::int64_t>(count - 1, y / std::max(1, stride())));
        for (int panel = last; panel >= 0 && y < first(panel) + rows_of(panel); --panel) {
            const auto row = static_cast<int>(y - first(panel));
            act(panel, row, row >= first_own(panel) && row < end_own(panel));
        }
    }
};

/// As few panels of at most `most_rows` rows as there can be, about equal, for passes whose steps reach `reach` rows
/// together. All numbers of rows are even but that of the last panel, because a thread has two rows. Rows 0: no panel
/// is possible.
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
