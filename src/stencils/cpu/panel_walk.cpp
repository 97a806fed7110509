// SPDX-License-Identifier: MIT
#include "stencils/cpu/panel_walk.hpp"

#include <algorithm>

#include "stencils/cpu/row_kernel.hpp"

namespace wavesim::cpu {

bool PanelWalk::allows_two_steps(const std::vector<std::vector<Tile>>& tiles_of_threads) const {
    std::int64_t z = part_.z_from;
    for (const std::vector<Tile>& tiles : tiles_of_threads) {
        if (tiles.empty() || tiles.front().z_from != z || tiles.front().y_from != part_.y_from) return false;
        if (tiles.back().z_from != z || tiles.back().y_to != part_.y_to) return false;
        const bool whole = z == part_.z_from && tiles.back().z_to == part_.z_to;
        if (!whole && tiles.back().z_to - z < 4 * layout_.halo_z) return false;
        z = tiles.back().z_to;
    }
    return z == part_.z_to;
}

void PanelWalk::one_step(const Tile& tile, const Act& act) const {
    for (std::int64_t z = tile.z_from; z < tile.z_to; z += most_planes) {
        for (std::int64_t y = tile.y_from; y < tile.y_to; y += panel_rows) {
            const Tile panel{y, std::min(y + panel_rows, tile.y_to), z, std::min(z + most_planes, tile.z_to)};
            const std::int64_t next = distance_to_next(panel, tile);
            act({panel, 0, layout_.halo_z * layout_.plane_pitch + next, next, next});
        }
    }
}

void PanelWalk::two_steps(const Tile& tile, const Act& act) const {
    const Tile slab{part_.y_from, part_.y_to, tile.z_from == part_.z_from ? tile.z_from : tile.z_from + layout_.halo_z,
                    tile.z_to == part_.z_to ? tile.z_to : tile.z_to - layout_.halo_z};
    for (std::int64_t z = tile.z_from; z < tile.z_to; z += most_planes) {
        for (std::int64_t y = tile.y_from; y < tile.y_to; y += panel_rows) {
            const Tile panel{y, std::min(y + panel_rows, tile.y_to), z, std::min(z + most_planes, tile.z_to)};
            const std::int64_t next = distance_to_next(panel, tile);
            // Only u^n of planes above and u^{n-1} come from memory; each step prefetches one of them.
            act({panel, 0, layout_.halo_z * layout_.plane_pitch + next, 0, next});
            second_step(panel, slab, next, act);
        }
    }
    for (std::int64_t y = tile.y_from; y < tile.y_to; y += panel_rows) {
        const Tile above{y, std::min(y + panel_rows, tile.y_to), tile.z_to, slab.z_to + layout_.halo_z};
        second_step(above, slab, 0, act);
    }
}

/// Second step of the rows for which the first step's panel completed the input.
void PanelWalk::second_step(const Tile& first, const Tile& slab, std::int64_t ahead, const Act& act) const {
    const std::int64_t y_from = std::max(first.y_from - layout_.halo_y, slab.y_from);
    const std::int64_t y_to = first.y_to == slab.y_to ? slab.y_to : first.y_to - layout_.halo_y;
    if (y_to <= y_from) return;
    const std::int64_t z_to = std::min(first.z_to - layout_.halo_z, slab.z_to);
    for (std::int64_t z = std::max(first.z_from - layout_.halo_z, slab.z_from); z < z_to; z += most_planes) {
        const std::int64_t shift = layout_.halo_z * layout_.plane_pitch + layout_.halo_y * layout_.row_pitch;
        act({{y_from, y_to, z, std::min(z + most_planes, z_to)}, 1, ahead == 0 ? 0 : shift + ahead, 0, 0});
    }
}

void PanelWalk::finish_two_steps(const Tile& tile, const Act& act) const {
    if (tile.z_from == part_.z_from) return;
    const Tile left{tile.y_from, tile.y_to, tile.z_from - layout_.halo_z, tile.z_from + layout_.halo_z};
    one_step(left, [&](PanelVisit visit) {
        visit.step = 1;
        act(visit);
    });
}

/// Distance in memory to the next panel of the tile.
std::int64_t PanelWalk::distance_to_next(const Tile& panel, const Tile& tile) const {
    const bool beside = panel.y_to < tile.y_to;
    return beside ? panel_rows * layout_.row_pitch
                  : most_planes * layout_.plane_pitch - (panel.y_from - tile.y_from) * layout_.row_pitch;
}

}  // namespace wavesim::cpu
