// SPDX-License-Identifier: MIT
// The order in which a thread updates the rows of its tiles.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/tiling.hpp"

namespace wavesim::cpu {

/// Rows to update together. They are few enough that their ends are still in cache for the passes and the halo; at most
/// most_planes planes of most_rows() rows.
struct PanelVisit {
    Tile rows;
    std::int64_t step;  ///< 0, or 1 for the following step, which reads the results of step 0
    /// Distances in memory from the panel to what this thread needs soon, 0 for nothing. They are for the array that
    /// the step reads, for the one that it overwrites, and for arrays that both steps read at their own nodes.
    std::int64_t u_ahead;
    std::int64_t v_ahead;
    std::int64_t medium_ahead;
};

/// Walks through tiles with z outermost. One step at a time moves three values per node through memory, two steps at a
/// time move four. The second step follows the first as closely as the stencil's radius allows, in panels shifted by
/// the radius down y and z. Everything that it reads is then still in cache (time skewing). It overwrites u^n only
/// after all rows that read it.
class PanelWalk {
  public:
    using Act = std::function<void(const PanelVisit&)>;

    /// Measured with two steps at a time, 512^3 in float: results for 4 to 12 rows differ by less than repeated runs,
    /// but passes cost less with few panels.
    static constexpr std::int64_t panel_rows = 8;

    /// `part`: the rows that are advanced by two steps together. All other rows have already done their first step.
    PanelWalk(const FieldLayout& layout, const Tile& part) : layout_(layout), part_(part) {}

    /// True if every thread owns whole tiles of one slab of the part, and the slab is thick enough for two steps.
    bool allows_two_steps(const std::vector<std::vector<Tile>>& tiles_of_threads) const;

    void one_step(const Tile& tile, const Act& act) const;
    /// Both steps of a tile; the tiles of a thread must be passed in ascending order. The second step omits `radius`
    /// planes at each face of the slab inside the part.
    void two_steps(const Tile& tile, const Act& act) const;
    /// Second step of the omitted planes on both sides of the tile's low face in z, after all threads have done
    /// two_steps().
    void finish_two_steps(const Tile& tile, const Act& act) const;

    std::int64_t most_rows() const { return panel_rows + layout_.halo_y; }

  private:
    void second_step(const Tile& first, const Tile& slab, std::int64_t ahead, const Act& act) const;
    std::int64_t distance_to_next(const Tile& panel, const Tile& tile) const;

    FieldLayout layout_;
    Tile part_;
};

}  // namespace wavesim::cpu
