// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "solvers/space/edge_cuts.hpp"

namespace wavesim {

/// Rows of nodes along x, divided at cuts into pieces, and the connections between pieces. The cost grows with the
/// walls and the rows, not with the nodes. Cuts must outlive the object.
class RowPieces {
  public:
    explicit RowPieces(const EdgeCuts& cuts);

    std::int64_t rows() const { return static_cast<std::int64_t>(first_.size()) - 1; }
    std::int64_t count() const { return static_cast<std::int64_t>(start_.size()); }
    /// The pieces of a row, [first, end).
    std::int64_t first(std::int64_t row) const { return first_[static_cast<std::size_t>(row)]; }
    std::int64_t end(std::int64_t row) const { return first_[static_cast<std::size_t>(row) + 1]; }
    /// The nodes of a piece, [from, to) along x.
    std::int64_t from(std::int64_t piece) const { return start_[static_cast<std::size_t>(piece)]; }
    std::int64_t to(std::int64_t row, std::int64_t piece) const {
        return piece + 1 < end(row) ? start_[static_cast<std::size_t>(piece) + 1] : cuts_.extent().nx;
    }
    std::int64_t of(std::int64_t node) const;

    /// Marks all pieces that are connected with those of some nodes.
    void reach(const std::vector<std::int64_t>& nodes);
    /// Number of separate air regions that the nodes reach.
    std::size_t airs() const { return airs_; }
    bool is_reached(std::int64_t piece) const { return reached_[static_cast<std::size_t>(piece)]; }
    bool reaches_a_side() const;
    bool is_node_reached(std::int64_t node) const { return is_reached(of(node)); }

  private:
    void connect(std::int64_t row, std::int64_t next, const std::vector<EdgeCut>& cuts, std::size_t& cut);
    std::uint32_t root(std::uint32_t piece);

    const EdgeCuts& cuts_;
    std::vector<std::int64_t> first_;    ///< per row, and the end
    std::vector<std::int32_t> start_;    ///< per piece
    std::vector<std::uint32_t> joined_;  ///< per piece: another piece of its air region, or itself
    std::vector<bool> reached_;
    std::size_t airs_ = 0;
};

}  // namespace wavesim
