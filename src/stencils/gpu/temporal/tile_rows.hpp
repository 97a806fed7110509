// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/gpu/temporal/temporal_plan.hpp"

namespace wavesim {

/// TemporalTiling::at for nodes in the order of rows: common values of the nodes of a row are computed once.
class TileRows {
  public:
    explicit TileRows(const TemporalTiling& tiling)
        : tiling_(tiling), tile_x_(static_cast<std::uint32_t>(tiling.tile_x)) {}

    /// Calls act(tile, position in its plane, whether the panel owns it) for each tile that computes the node. Returns
    /// the number of these tiles.
    template <class Act>
    int at(std::int64_t x, std::int64_t y, Act act) {
        if (rows_.empty() || y != y_) find(y);
        const auto column = static_cast<int>(static_cast<std::uint32_t>(x) / tile_x_);
        const auto in_tile = static_cast<int>(static_cast<std::uint32_t>(x) % tile_x_);
        for (const Row& row : rows_) act(row.tile + column, row.place + in_tile, row.own);
        return static_cast<int>(rows_.size());
    }

  private:
    /// The tile with the first node of a row, and the position of the row in it.
    struct Row {
        int tile;
        int place;
        bool own;
    };
    void find(std::int64_t y) {
        y_ = y;
        rows_.clear();
        tiling_.at(0, y, [this](int tile, int place, bool own) { rows_.push_back({tile, place, own}); });
    }

    const TemporalTiling& tiling_;
    std::uint32_t tile_x_;
    std::int64_t y_ = 0;
    std::vector<Row> rows_;
};

}  // namespace wavesim
