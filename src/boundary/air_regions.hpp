// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "boundary/voxels.hpp"

namespace wavesim {

/// Air nodes belong to one region if a path of air leads from one to the other through open faces of cells. Time grows
/// with the nodes of the room, memory only with its spans of air.
class AirRegions {
  public:
    explicit AirRegions(const VoxelRoom& room);

    std::int64_t count() const { return count_; }
    /// Region of a node of the room. Regions are numbered from 0 in the order of their first nodes; -1 in a solid.
    std::int64_t of(const Node& node) const;

    /// Air nodes [begin, end) of a row.
    struct Span {
        std::int64_t begin;
        std::int64_t end;
        std::int64_t region;
    };
    /// Calls visit(y, z, span) for all spans in ascending order.
    template <class Visit>
    void for_each_span(const Visit& visit) const {
        for (std::int64_t row = 0; row < extent_.ny * extent_.nz; ++row)
            for (std::int64_t i = first_[static_cast<std::size_t>(row)]; i < first_[static_cast<std::size_t>(row) + 1];
                 ++i)
                visit(row % extent_.ny, row / extent_.ny, spans_[static_cast<std::size_t>(i)]);
    }

  private:
    std::int64_t root(std::int64_t span);
    void join(std::int64_t row, std::int64_t other_row, const VoxelRoom& room);

    Extent extent_;
    std::int64_t count_ = 0;
    std::vector<Span> spans_;          ///< ascending
    std::vector<std::int64_t> first_;  ///< index of the first span of each row (y, z), and the end
};

}  // namespace wavesim
