// SPDX-License-Identifier: MIT
#include "solvers/space/air_lattice.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Lengths of an edge and of the diagonals of a face and of a cell, in 1/41 edges; accurate to 0.03 %.
constexpr std::array<std::uint32_t, 4> step_length{0, 41, 58, 71};

/// Steps along edges and diagonals can follow any straight line through the cells. The ratio of their length to that of
/// the line is largest along (1, k) and (1, k, k) with k = sqrt 2 - 1. The rounding of step_length is added.
constexpr double longest_detour(bool flat) { return flat ? 1.0824 * 1.0004 : 1.1590 * 1.0004; }

}  // namespace

AirLattice::AirLattice(const Extent& nodes, const std::vector<NodeBox>& solids, std::int64_t most_cells)
    : flat_(nodes.ny == 1) {
    const auto blocks = [&](std::int64_t n) { return (n + block_ - 1) / block_; };
    while (blocks(nodes.nx) * blocks(nodes.ny) * blocks(nodes.nz) > most_cells) ++block_;
    cells_ = {blocks(nodes.nx), blocks(nodes.ny), blocks(nodes.nz)};
    for (std::size_t d = 0; d < 3; ++d) corners_[d] = flat_ && d == 1 ? 1 : cells_[d] + 1;
    solid_.assign(static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]), 0);
    const auto end = [&](std::int64_t to, std::int64_t n) { return to >= n ? blocks(n) : to / block_; };
    for (const NodeBox& box : solids)
        for (std::int64_t z = blocks(box.from.z); z < end(box.to.z, nodes.nz); ++z)
            for (std::int64_t y = blocks(box.from.y); y < end(box.to.y, nodes.ny); ++y)
                for (std::int64_t x = blocks(box.from.x); x < end(box.to.x, nodes.nx); ++x)
                    solid_[static_cast<std::size_t>(cell_index({x, y, z}))] = 1;
}

std::array<std::int64_t, 3> AirLattice::cell_of(const Node& node) const {
    return {node.x / block_, node.y / block_, node.z / block_};
}

std::int64_t AirLattice::cell_index(const std::array<std::int64_t, 3>& cell) const {
    return cell[0] + cells_[0] * (cell[1] + cells_[1] * cell[2]);
}

/// Bit d of `corner` is set for the far corner along axis d.
std::int64_t AirLattice::corner_index(const std::array<std::int64_t, 3>& cell, int corner) const {
    const std::int64_t y = flat_ ? 0 : cell[1] + (corner >> 1 & 1);
    return cell[0] + (corner & 1) + corners_[0] * (y + corners_[1] * (cell[2] + (corner >> 2 & 1)));
}

void AirLattice::shorten(std::int64_t corner, std::uint32_t length) {
    std::uint32_t& known = length_[static_cast<std::size_t>(corner)];
    if (length >= known) return;
    known = length;
    waiting_[length % waiting_.size()].push_back(corner);
}

/// Continues from a corner through the cells of air around it.
void AirLattice::settle(std::int64_t corner) {
    const std::uint32_t length = length_[static_cast<std::size_t>(corner)];
    const std::array<std::int64_t, 3> at{corner % corners_[0], corner / corners_[0] % corners_[1],
                                         corner / (corners_[0] * corners_[1])};
    for (int mine = 0; mine < 8; ++mine) {
        if (flat_ && (mine & 2) != 0) continue;
        const std::array<std::int64_t, 3> cell{at[0] - (mine & 1), at[1] - (mine >> 1 & 1), at[2] - (mine >> 2 & 1)};
        bool inside = true;
        for (std::size_t d = 0; d < 3; ++d) inside = inside && cell[d] >= 0 && cell[d] < cells_[d];
        if (!inside || solid_[static_cast<std::size_t>(cell_index(cell))] != 0) continue;
        for (int other = 0; other < 8; ++other) {
            if (other == mine || (flat_ && (other & 2) != 0)) continue;
            const int moved = mine ^ other;
            const int axes = (moved & 1) + (moved >> 1 & 1) + (moved >> 2 & 1);
            shorten(corner_index(cell, other), length + step_length[static_cast<std::size_t>(axes)]);
        }
    }
}

void AirLattice::search(const Node& from) {
    length_.assign(static_cast<std::size_t>(corners_[0] * corners_[1] * corners_[2]), none);
    waiting_.assign(step_length[3] + 1, {});  // by length: no step is longer
    for (int corner = 0; corner < 8; ++corner) shorten(corner_index(cell_of(from), corner), 0);
    std::size_t idle = 0;
    for (std::uint32_t now = 0; idle < waiting_.size(); ++now) {
        std::vector<std::int64_t> corners;
        corners.swap(waiting_[now % waiting_.size()]);
        idle = corners.empty() ? idle + 1 : 0;
        for (const std::int64_t corner : corners)
            if (length_[static_cast<std::size_t>(corner)] == now) settle(corner);
    }
}

WayBounds AirLattice::to(const Node& node) const {
    std::uint32_t length = none;
    for (int corner = 0; corner < 8; ++corner)
        length = std::min(length, length_[static_cast<std::size_t>(corner_index(cell_of(node), corner))]);
    if (length == none) return {};
    // Each end lies anywhere in its cell. This includes the error of rounding it to a corner, and the path to the
    // corner.
    const int axes = flat_ ? 2 : 3;
    const double rounding = (axes - 1) * (std::numbers::sqrt2 - 1);
    const double cells = length / static_cast<double>(step_length[1]);
    const double size = static_cast<double>(block_);
    return {size * std::max(0.0, (cells - 2 * rounding) / longest_detour(flat_)),
            size * (cells * 1.0004 + 2 * std::sqrt(axes))};
}

}  // namespace wavesim
