// SPDX-License-Identifier: MIT
#include "solvers/space/row_pieces.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>

namespace wavesim {

RowPieces::RowPieces(const EdgeCuts& cuts) : cuts_(cuts) {
    const Extent& e = cuts.extent();
    const std::int64_t rows = e.ny * e.nz;
    first_.reserve(static_cast<std::size_t>(rows) + 1);
    const std::vector<EdgeCut>& across = cuts.along(0);
    std::size_t cut = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        first_.push_back(count());
        start_.push_back(0);
        for (; cut < across.size() && across[cut].node < (row + 1) * e.nx; ++cut) {
            const auto next = static_cast<std::int32_t>(across[cut].node - row * e.nx + 1);
            if (start_.back() != next) start_.push_back(next);
        }
    }
    first_.push_back(count());
    if (start_.size() > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("the walls of the mesh cut the grid into too many pieces");
    joined_.resize(start_.size());
    std::iota(joined_.begin(), joined_.end(), 0U);
    std::size_t cut_y = 0, cut_z = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        if (row % e.ny + 1 < e.ny) connect(row, row + 1, cuts.along(1), cut_y);
        if (row + e.ny < rows) connect(row, row + e.ny, cuts.along(2), cut_z);
    }
    reached_.assign(start_.size(), false);
}

/// Joins the pieces of two rows wherever an edge between them is not cut; `cut` advances through the list row by row.
void RowPieces::connect(std::int64_t row, std::int64_t next, const std::vector<EdgeCut>& cuts, std::size_t& cut) {
    const std::int64_t zero = row * cuts_.extent().nx;
    std::int64_t mine = first(row), other = first(next);
    while (cut < cuts.size() && cuts[cut].node < zero) ++cut;
    while (mine < end(row) && other < end(next)) {
        const std::int64_t low = std::max(from(mine), from(other)), high = std::min(to(row, mine), to(next, other));
        std::int64_t open = high - low;
        std::int64_t before = -1;
        for (; cut < cuts.size() && cuts[cut].node < zero + high; ++cut) {
            open -= cuts[cut].node != before;
            before = cuts[cut].node;
        }
        if (open > 0) {
            const std::uint32_t a = root(static_cast<std::uint32_t>(mine)), b = root(static_cast<std::uint32_t>(other));
            joined_[std::max(a, b)] = std::min(a, b);
        }
        const bool mine_ends = to(row, mine) == high, other_ends = to(next, other) == high;
        mine += mine_ends;
        other += other_ends;
    }
}

std::uint32_t RowPieces::root(std::uint32_t piece) {
    while (joined_[piece] != piece) piece = joined_[piece] = joined_[joined_[piece]];
    return piece;
}

std::int64_t RowPieces::of(std::int64_t node) const {
    const std::int64_t row = node / cuts_.extent().nx;
    const auto x = static_cast<std::int32_t>(node % cuts_.extent().nx);
    return std::upper_bound(start_.begin() + first(row), start_.begin() + end(row), x) - start_.begin() - 1;
}

void RowPieces::reach(const std::vector<std::int64_t>& nodes) {
    std::set<std::uint32_t> roots;
    for (const std::int64_t node : nodes) roots.insert(root(static_cast<std::uint32_t>(of(node))));
    for (std::uint32_t piece = 0; piece < start_.size(); ++piece) reached_[piece] = roots.contains(root(piece));
    airs_ = roots.size();
}

bool RowPieces::reaches_a_side() const {
    const Extent& e = cuts_.extent();
    for (std::int64_t row = 0; row < rows(); ++row) {
        const std::int64_t y = row % e.ny, z = row / e.ny;
        if (is_reached(first(row)) || is_reached(end(row) - 1)) return true;
        if (y > 0 && y + 1 < e.ny && z > 0 && z + 1 < e.nz) continue;
        for (std::int64_t piece = first(row); piece < end(row); ++piece)
            if (is_reached(piece)) return true;
    }
    return false;
}

}  // namespace wavesim
