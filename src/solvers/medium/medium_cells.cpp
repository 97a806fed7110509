// SPDX-License-Identifier: MIT
#include "solvers/medium/medium_cells.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "solvers/medium/medium.hpp"
#include "solvers/medium/medium_density.hpp"

namespace wavesim {

namespace {

/// Beyond the sides the medium is evaluated this far inside of them, in cells, so that media that end at a side are
/// included.
constexpr double inside_the_side = 1e-6;

/// Planes this close beyond a face of a cell count as on the face, in cells.
constexpr double on_the_face = 1e-9;

/// Ends of a cell within the range in which the medium is defined.
std::array<double, 2> range_of(const CellLine& cell) {
    const auto read = [&cell](double at) { return std::clamp(at, cell.read_low_m, cell.read_high_m); };
    return {read(cell.first_m - cell.spacing_m / 2), read(cell.first_m + cell.spacing_m / 2)};
}

}  // namespace

MediumCells::MediumCells(const Scene& scene, const GridChoice& grid, WallPosition walls, bool averaged)
    : scene_(scene),
      grid_(grid),
      walls_(walls),
      averaged_(averaged),
      lines_(scene, grid.spacing_m, first_node(scene, grid.spacing_m, walls), averaged),
      fastest_m_s_(speed_range(scene.medium).fastest) {}

CellLine MediumCells::line_of(int axis, std::int64_t first, std::int64_t count, bool half) const {
    const double spacing = grid_.spacing_m;
    const double node = first_node(scene_, spacing, walls_).along(axis);
    const double at = static_cast<double>(first) + (half ? 0.5 : 0.0);
    CellLine line;
    line.first_m = node + at * spacing;
    line.spacing_m = spacing;
    line.count = count;
    const std::int64_t nodes = grid_.extent.along(axis);
    if (!averaged_) {
        line.read_low_m = node;
        line.read_high_m = node + static_cast<double>(nodes - 1) * spacing;
        return line;
    }
    const double length = length_of(nodes, spacing, walls_);
    line.read_low_m = inside_the_side * spacing;
    const auto side = static_cast<std::size_t>(2 * axis);
    const bool goes_on = scene_.boundaries.kind[side + 1] == SideKind::absorbing;
    line.read_high_m = (goes_on ? scene_.size_m.along(axis) : length) - inside_the_side * spacing;
    if (scene_.boundaries.kind[side] != SideKind::absorbing) line.mirror_low_m = 0;
    if (!goes_on) line.mirror_high_m = length;
    line.with_faces = true;
    return line;
}

CutCells MediumCells::cut_one(const CellLine& cell, int axis, const std::vector<std::size_t>& boxes) const {
    std::vector<double> cuts;
    if (averaged_) {
        const auto [from, end] = range_of(cell);
        const double to = end + on_the_face * cell.spacing_m;
        const std::vector<double>& planes = lines_.planes(axis);
        cuts.assign(std::ranges::lower_bound(planes, from), std::ranges::upper_bound(planes, to));
        for (const std::size_t i : boxes)
            for (const Point* corner : {&scene_.medium.boxes[i].from, &scene_.medium.boxes[i].to})
                if (corner->along(axis) > from && corner->along(axis) < to) cuts.push_back(corner->along(axis));
        std::ranges::sort(cuts);
    }
    return cut_cells(cell, cuts);
}

void MediumCells::cut_x(const CellLine& cells, const std::vector<std::size_t>& boxes) {
    std::vector<double> cuts;
    if (averaged_)
        for (const std::size_t i : boxes)
            for (const Point* corner : {&scene_.medium.boxes[i].from, &scene_.medium.boxes[i].to})
                cuts.push_back(corner->x);
    if (!x_.begin.empty() && cuts == cuts_of_x_) return;
    cuts_of_x_ = cuts;
    if (averaged_) cuts.insert(cuts.end(), lines_.planes(0).begin(), lines_.planes(0).end());
    std::ranges::sort(cuts);
    x_ = cut_cells(cells, cuts);
    std::vector<double> points;
    for (const CellPiece& piece : x_.pieces) points.push_back(piece.read_m);
    lines_.set_points(std::move(points));
}

void MediumCells::visit(const NodeBox& part, std::optional<int> half_axis, ValueOf value_of,
                        const std::function<void(const PieceValues&)>& act) {
    const CellLine along_x = line_of(0, part.from.x, part.to.x - part.from.x, half_axis == 0);
    const bool flat = scene_.dims == 2;
    std::vector<std::size_t> all(scene_.medium.boxes.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    CutCells y{{CellPiece{}}, {0, 1}};  // in 2D
    std::vector<double> speeds, densities;
    x_ = {};
    for (std::int64_t k = part.from.z; k < part.to.z; ++k) {
        const CellLine at_z = line_of(2, k, 1, half_axis == 2);
        const auto [low, high] = range_of(at_z);
        const std::vector<std::size_t> in_plane = lines_.boxes_within(all, 2, low, high);
        for (std::int64_t j = part.from.y; j < part.to.y; ++j) {
            std::vector<std::size_t> boxes = in_plane;
            if (!flat) {
                const CellLine at_y = line_of(1, j, 1, half_axis == 1);
                const auto [front, back] = range_of(at_y);
                boxes = lines_.boxes_within(in_plane, 1, front, back);
                y = cut_one(at_y, 1, boxes);
            }
            const CutCells z = cut_one(at_z, 2, boxes);
            cut_x(along_x, boxes);
            const std::size_t points = x_.pieces.size();
            const std::size_t lines = y.pieces.size() * z.pieces.size();
            speeds.resize(lines * points);
            densities.resize(lines * points, 1.0);
            std::size_t line = 0;
            for (const CellPiece& piece_z : z.pieces)
                for (const CellPiece& piece_y : y.pieces) {
                    lines_.read(piece_y.read_m, piece_z.read_m, boxes, &speeds[line], &densities[line]);
                    line += points;
                }
            for (std::size_t i = 0; i < speeds.size(); ++i) speeds[i] = value_of(speeds[i], densities[i], fastest_m_s_);
            for (std::size_t i = 0; i + 1 < x_.begin.size(); ++i) {
                const std::span<const CellPiece> x(&x_.pieces[x_.begin[i]], x_.begin[i + 1] - x_.begin[i]);
                act({{x, y.pieces, z.pieces}, &speeds[x_.begin[i]], points, points * y.pieces.size()});
            }
        }
    }
}

}  // namespace wavesim
