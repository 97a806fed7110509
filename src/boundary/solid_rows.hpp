// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

#include "boundary/planes.hpp"
#include "boundary/voxels.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Which grid rows (y, z) hold solid nodes, or nodes before a closed face. Loops over the room use it to skip rows of
/// air.
class SolidRows {
  public:
    explicit SolidRows(const VoxelRoom& room);

    bool any() const { return any_; }
    /// True if the row holds such a node; rows outside the room hold none.
    bool has_solid(std::int64_t y, std::int64_t z) const {
        return any_ && y >= 0 && y < ny_ && z >= 0 && z < nz_ && rows_[static_cast<std::size_t>(y + ny_ * z)] != 0;
    }

  private:
    std::int64_t ny_;
    std::int64_t nz_;
    bool any_ = false;
    std::vector<std::uint8_t> rows_;
};

/// Calls visit(bytes) with one byte per node of a row: not 0 at solids, and in a second call not 0 before closed faces.
template <class Visit>
void for_each_mark_of_row(const VoxelRoom& room, std::int64_t y, std::int64_t z, Visit&& visit) {
    const std::int64_t first = room.extent.index(0, y, z);
    visit(room.solid.data() + first);
    if (room.has_sheets()) visit(room.closed.data() + first);
}

/// Calls visit(i) for each i of [from, to) with marks[i] != 0, ascending. Eight marks of 0 are passed at a time.
template <class Visit>
void for_each_marked(const std::uint8_t* marks, std::int64_t from, std::int64_t to, Visit&& visit) {
    for (std::int64_t i = from; i < to; ++i) {
        for (std::uint64_t eight = 0; i + 8 <= to; i += 8) {
            std::memcpy(&eight, marks + i, 8);
            if (eight != 0) break;
        }
        if (i < to && marks[i] != 0) visit(i);
    }
}

/// The solid nodes of `planes` as spans within rows, ascending, as nodes of the whole room.
std::vector<SolidSpan> solid_spans(const VoxelRoom& room, const SolidRows& rows, const Planes& planes);

}  // namespace wavesim
