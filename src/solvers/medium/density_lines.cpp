// SPDX-License-Identifier: MIT
#include "solvers/medium/density_lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "solvers/medium/cell_average.hpp"
#include "solvers/medium/medium.hpp"

namespace wavesim {

namespace {

constexpr double least_step = 1.01;  // ratio of densities; smaller steps have less effect than the other errors
constexpr double thin = 0.25;        // cells; thinner adjacent pieces act by their mean
constexpr double noise = 1e-9;       // cells

Point moved(Point at, int axis, double to) {
    (axis == 0 ? at.x : axis == 1 ? at.y : at.z) = to;
    return at;
}

/// Merges two pieces: mean density and mean compressibility, as for a flux along the line.
LinePiece merged(const LinePiece& a, double length_a, const LinePiece& b, double length_b) {
    const auto mean = [&](double of_a, double of_b) {
        return (of_a * length_a + of_b * length_b) / (length_a + length_b);
    };
    const auto compressibility = [](const LinePiece& p) { return 1 / (p.density * p.speed * p.speed); };
    const double density = mean(a.density, b.density);
    return {b.to, density, std::sqrt(1 / (density * mean(compressibility(a), compressibility(b))))};
}

}  // namespace

DensityLines::DensityLines(const Scene& scene, double spacing_m, double slowest_m_s)
    : scene_(scene),
      spacing_m_(spacing_m),
      slowest_m_s_(slowest_m_s),
      averaged_(averages_cells(scene)),
      lines_(scene, spacing_m, first_node(scene, spacing_m, WallPosition::half), averaged_),
      between_values_(scene, spacing_m, first_node(scene, spacing_m, WallPosition::half), false) {}

LinePiece DensityLines::piece_at(MediumLines& lines, const Point& at, const std::vector<std::size_t>& boxes,
                                 double to) const {
    const auto read = [&](int axis) {
        double coordinate = at.along(axis);
        if (!averaged_) coordinate = (std::floor(coordinate / spacing_m_ + noise) + 0.5) * spacing_m_;
        const double inside = 1e-6 * spacing_m_;  // still inside of what ends at a side
        return std::clamp(coordinate, inside, scene_.size_m.along(axis) - inside);
    };
    double speed = 0, density = scene_.medium.density_kg_m3;
    lines.set_points({read(0)});
    lines.read(scene_.dims == 2 ? 0 : read(1), read(2), boxes, &speed, &density);
    return {to, density, speed / slowest_m_s_};
}

double DensityLines::density_at(const Point& at) {
    std::vector<std::size_t> all(scene_.medium.boxes.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return piece_at(between_values_, at, all, 0).density;
}

/// Ascending coordinates along a line where the medium may change, m.
std::vector<double> DensityLines::faces(const Point& at, int axis, double reach_m,
                                        const std::vector<std::size_t>& boxes) const {
    const double from = std::max(at.along(axis) - reach_m, 0.0);
    const double to = std::min(at.along(axis) + reach_m, scene_.size_m.along(axis));
    std::vector<double> all;
    const auto add = [&](double face) {
        if (face > from && face < to) all.push_back(face);
    };
    const Medium& medium = scene_.medium;
    const bool bends = medium.density_grid || (medium.gradient && medium.gradient->densities_kg_m3);
    if (!averaged_ || bends)
        for (double cell = std::floor(from / spacing_m_); cell * spacing_m_ < to; ++cell) add(cell * spacing_m_);
    if (averaged_) {
        for (const double face : lines_.planes(axis)) add(face);
        for (const std::size_t i : boxes) {
            add(medium.boxes[i].from.along(axis));
            add(medium.boxes[i].to.along(axis));
        }
    }
    std::ranges::sort(all);
    return all;
}

std::vector<LinePiece> DensityLines::through(const Point& at, int axis, double cells) {
    std::vector<std::size_t> boxes(scene_.medium.boxes.size());
    std::iota(boxes.begin(), boxes.end(), std::size_t{0});
    const double reach = cells * spacing_m_;
    for (int d = 0; d < 3; ++d)
        if (!(scene_.dims == 2 && d == 1))
            boxes = lines_.boxes_within(boxes, d, at.along(d) - reach, at.along(d) + reach);
    std::vector<double> ends = faces(at, axis, reach, boxes);
    ends.push_back(at.along(axis) + reach);
    std::vector<LinePiece> pieces;
    double from = at.along(axis) - reach, last_length = 0;
    for (const double to : ends) {
        const double length = to - from;
        if (length <= noise * spacing_m_) continue;
        const LinePiece piece = piece_at(lines_, moved(at, axis, from + length / 2), boxes, to);
        from = to;
        LinePiece* const last = pieces.empty() ? nullptr : &pieces.back();
        if (last != nullptr && last->density == piece.density && last->speed == piece.speed) {
            last->to = to;
            last_length += length;
        } else if (last != nullptr && std::max(last_length, length) < thin * spacing_m_) {
            *last = merged(*last, last_length, piece, length);
            last_length += length;
        } else {
            pieces.push_back(piece);
            last_length = length;
        }
    }
    const auto step = std::ranges::adjacent_find(pieces, [](const LinePiece& a, const LinePiece& b) {
        const auto [less, more] = std::minmax(a.density, b.density);
        return more > least_step * less;
    });
    if (step == pieces.end()) return {{std::numeric_limits<double>::infinity(), 1, 1}};
    pieces.back().to = std::numeric_limits<double>::infinity();
    return pieces;
}

}  // namespace wavesim
