// SPDX-License-Identifier: MIT
// In which order a thread updates the rows of its tiles.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/tiling.hpp"

namespace wavesim::cpu {

/// Rows to update together, few enough that their ends are still in cache when passes and halo come; at most
/// most_planes planes of most_rows() rows.
struct PanelVisit {
    Tile rows;
    std::int64_t step;  ///< 0, or 1 for the step after it, which reads what 0 has written
    /// Distances in memory from the panel to what this thread needs soon, 0 for nothing: in the array the step reads,
    /// in the one it overwrites, and in arrays that both steps read at their own nodes.
    std::int64_t u_ahead;
    std::int64_t v_ahead;
    std::int64_t medium_ahead;
};

/// Walks through tiles with z outermost. One step at a time moves three values per node through memory. Two at a time
/// move four: the second follows the first as closely as the stencil's radius lets it, in panels shifted by the radius
/// down y and z, while all it reads is still in cache (time skewing). It overwrites u^n behind all rows that read it.
class PanelWalk {
  public:
    using Act = std::function<void(const PanelVisit&)>;

    /// Measured with two steps at a time, 512^3 in float: 4 to 12 rows differ by less than runs of the same do, but
    /// passes cost less where panels are few.
    static constexpr std::int64_t panel_rows = 8;

    /// `part`: the rows that go two steps together. All other rows have done their first step before.
    PanelWalk(const FieldLayout& layout, const Tile& part) : layout_(layout), part_(part) {}

    /// Whether every thread owns whole tiles of one slab of the part that is thick enough to do two steps in.
    bool allows_two_steps(const std::vector<std::vector<Tile>>& tiles_of_threads) const;

    void one_step(const Tile& tile, const Act& act) const;
    /// Both steps of a tile; the tiles of a thread must come in ascending order. The second step leaves out `radius`
    /// planes at each face of the slab inside the part.
    void two_steps(const Tile& tile, const Act& act) const;
    /// The planes left out on both sides of the tile's low face in z, once all threads have done two_steps().
    void finish_two_steps(const Tile& tile, const Act& act) const;

    std::int64_t most_rows() const { return panel_rows + layout_.halo_y; }

  private:
    void second_step(const Tile& first, const Tile& slab, std::int64_t ahead, const Act& act) const;
    std::int64_t distance_to_next(const Tile& panel, const Tile& tile) const;

    FieldLayout layout_;
    Tile part_;
};

}  // namespace wavesim::cpu
