// SPDX-License-Identifier: MIT
#include "solvers/density_lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/model_grid.hpp"

namespace wavesim {

namespace {

constexpr double least_step = 1.01;  // ratio of densities; smaller ones bend waves by less than the other errors

double value_at(const Medium::Grid& grid, const Point& at) {
    return static_cast<double>(resample_nodes(*grid.values, grid.resampling, {{0, 0, 0}, {1, 1, 1}}, at, 0).front());
}

double share_at(const Medium::Gradient& gradient, const Point& at) {
    return std::clamp((at.along(gradient.axis) - gradient.from_m) / (gradient.to_m - gradient.from_m), 0.0, 1.0);
}

std::size_t layer_at(const Medium::Layers& layers, const Point& at) {
    const auto after = std::ranges::upper_bound(layers.interfaces_m, at.along(layers.axis));
    return static_cast<std::size_t>(after - layers.interfaces_m.begin());
}

bool holds(const Medium::Box& box, const Point& at, int dims) {
    for (int axis = 0; axis < 3; ++axis)
        if (!(dims == 2 && axis == 1) &&
            !(at.along(axis) >= box.from.along(axis) && at.along(axis) < box.to.along(axis)))
            return false;
    return true;
}

Point clamped(const Scene& scene, Point at) {
    const double inside = 1 - 1e-12;  // boxes end before their far faces
    at.x = std::clamp(at.x, 0.0, inside * scene.size_m.x);
    at.y = scene.dims == 2 ? 0 : std::clamp(at.y, 0.0, inside * scene.size_m.y);
    at.z = std::clamp(at.z, 0.0, inside * scene.size_m.z);
    return at;
}

Point moved(Point at, int axis, double to) {
    (axis == 0 ? at.x : axis == 1 ? at.y : at.z) = to;
    return at;
}

}  // namespace

double DensityLines::density_at(const Point& point) const {
    const Point at = clamped(scene_, point);
    const Medium& medium = scene_.medium;
    double density = medium.density_kg_m3;
    if (medium.layers && !medium.layers->densities_kg_m3.empty())
        density = medium.layers->densities_kg_m3[layer_at(*medium.layers, at)];
    if (const auto& g = medium.gradient; g && g->densities_kg_m3)
        density = std::lerp((*g->densities_kg_m3)[0], (*g->densities_kg_m3)[1], share_at(*g, at));
    if (medium.density_grid) density = value_at(*medium.density_grid, at);
    for (const Medium::Box& box : medium.boxes)
        if (box.density_kg_m3 && holds(box, at, scene_.dims)) density = *box.density_kg_m3;
    return density;
}

DensityLines::DensityLines(const Scene& scene, double spacing_m, double slowest_m_s)
    : scene_(scene), spacing_m_(spacing_m), slowest_m_s_(slowest_m_s) {}

double DensityLines::speed_at(const Point& point) const {
    const Point at = clamped(scene_, point);
    const Medium& medium = scene_.medium;
    double speed = medium.sound_speed_m_s;
    if (medium.layers) speed = medium.layers->sound_speeds_m_s[layer_at(*medium.layers, at)];
    if (const auto& g = medium.gradient)
        speed = std::lerp(g->sound_speeds_m_s[0], g->sound_speeds_m_s[1], share_at(*g, at));
    if (medium.grid) speed = value_at(*medium.grid, at);
    for (const Medium::Box& box : medium.boxes)
        if (holds(box, at, scene_.dims)) speed = box.sound_speed_m_s;
    return speed;
}

/// Where the density may change along a line, ascending, m.
std::vector<double> DensityLines::faces(const Point& at, int axis, double reach_m) const {
    const Medium& medium = scene_.medium;
    const double from = at.along(axis) - reach_m, to = at.along(axis) + reach_m;
    std::vector<double> all;
    const auto add = [&](double face) {
        if (face > std::max(from, 0.0) && face < std::min(to, scene_.size_m.along(axis))) all.push_back(face);
    };
    if (medium.layers && medium.layers->axis == axis)
        for (const double face : medium.layers->interfaces_m) add(face);
    if (medium.density_grid ||
        (medium.gradient && medium.gradient->axis == axis && medium.gradient->densities_kg_m3.has_value()))
        for (double cell = std::floor(from / spacing_m_); cell * spacing_m_ < to; ++cell) add(cell * spacing_m_);
    for (const Medium::Box& box : medium.boxes) {
        if (!box.density_kg_m3) continue;
        add(box.from.along(axis));
        add(box.to.along(axis));
    }
    std::ranges::sort(all);
    return all;
}

std::vector<LinePiece> DensityLines::through(const Point& at, int axis, double cells) const {
    std::vector<double> ends = faces(at, axis, cells * spacing_m_);
    ends.push_back(at.along(axis) + cells * spacing_m_);
    std::vector<LinePiece> pieces;
    double from = at.along(axis) - cells * spacing_m_;
    bool steps = false;
    for (const double to : ends) {
        const LinePiece piece{to, density_at(moved(at, axis, (from + to) / 2)), 1};
        from = to;
        if (!pieces.empty()) {
            const auto [less, more] = std::minmax(pieces.back().density, piece.density);
            steps = steps || more > least_step * less;
        }
        pieces.push_back(piece);
    }
    if (!steps) return {{std::numeric_limits<double>::infinity(), 1, 1}};
    from = at.along(axis) - cells * spacing_m_;
    for (LinePiece& piece : pieces) {
        piece.speed = speed_at(moved(at, axis, (from + piece.to) / 2)) / slowest_m_s_;
        from = piece.to;
    }
    pieces.back().to = std::numeric_limits<double>::infinity();
    return pieces;
}

}  // namespace wavesim
