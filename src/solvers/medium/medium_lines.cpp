// SPDX-License-Identifier: MIT
#include "solvers/medium/medium_lines.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "solvers/medium/medium_density.hpp"
#include "solvers/scene/model_speeds.hpp"

namespace wavesim {

namespace {

constexpr double noise = 1e-9;  // cells

/// The interfaces of an example are not planes. If it is averaged, half cells are evaluated.
constexpr std::int64_t example_parts = 2;

/// Values of a file fill cells if their spacing is below this many cells (fills_cells).
constexpr double coarse = 2;

}  // namespace

bool fills_cells(const ModelGrid& model, int axis, double node_m, double spacing_m) {
    constexpr double same = 1e-6;
    const double spacing = model.spacing_m.along(axis);
    if (model.extent.along(axis) == 1 || spacing > coarse * spacing_m * (1 - same)) return false;
    if (std::abs(spacing - spacing_m) > spacing_m * same) return true;
    const double at = (node_m - model.first_m.along(axis)) / spacing;
    return std::abs(at - std::round(at)) > same;
}

MediumLines::MediumLines(const Scene& scene, double spacing_m, const Point& node_m, bool stepped)
    : scene_(scene), spacing_m_(spacing_m), noise_m_(noise * spacing_m), density_(names_densities(scene.medium)) {
    const Medium& medium = scene.medium;
    const auto planes = [this](int axis) -> std::vector<double>& { return planes_[static_cast<std::size_t>(axis)]; };
    if (medium.layers) planes(medium.layers->axis) = medium.layers->interfaces_m;
    if (medium.gradient) planes(medium.gradient->axis) = {medium.gradient->from_m, medium.gradient->to_m};
    for (const auto* grid : {&medium.grid, &medium.density_grid})
        if (*grid) {
            models_.push_back({.grid = &**grid, .compressible = stepped && grid == &medium.grid});
            add_planes(**grid, node_m, models_.back(), stepped);
        }
    if (medium.grid && medium.density_grid && same_places(*medium.grid->values, *medium.density_grid->values) &&
        models_[0].along == models_[1].along)
        models_[0].density = medium.density_grid->values.get();
    if (medium.example)
        for (const int axis : {0, 1, 2}) {
            const std::int64_t parts = example_parts * std::llround(scene.size_m.along(axis) / spacing_m);
            for (std::int64_t i = 1; i < parts; ++i)
                planes(axis).push_back(static_cast<double>(i) * spacing_m / example_parts);
        }
    for (std::vector<double>& along : planes_) std::ranges::sort(along);
}

void MediumLines::add_planes(const Medium::Grid& grid, const Point& node_m, Model& model, bool stepped) {
    const ModelGrid& values = *grid.values;
    for (const int axis : {0, 1, 2}) {
        const double spacing = values.spacing_m.along(axis);
        Resampling& along = model.along[static_cast<std::size_t>(axis)];
        along = grid.resampling;
        const bool fills = fills_cells(values, axis, node_m.along(axis), spacing_m_);
        if (!stepped || values.extent.along(axis) == 1 || (along == Resampling::linear && !fills)) continue;
        along = Resampling::nearest;
        for (std::int64_t i = 1; i < values.extent.along(axis); ++i)
            planes_[static_cast<std::size_t>(axis)].push_back(values.first_m.along(axis) +
                                                              (static_cast<double>(i) - 0.5) * spacing);
    }
}

std::vector<std::size_t> MediumLines::boxes_within(const std::vector<std::size_t>& boxes, int axis, double from,
                                                   double to) const {
    std::vector<std::size_t> found;
    for (const std::size_t i : boxes) {
        const Medium::Box& box = scene_.medium.boxes[i];
        if (box.from.along(axis) < to + noise_m_ && box.to.along(axis) > from - noise_m_) found.push_back(i);
    }
    return found;
}

void MediumLines::set_points(std::vector<double> x) {
    x_ = std::move(x);
    for (Model& model : models_) {
        model.x.clear();
        for (const double at : x_) model.x.push_back(read_along(*model.grid->values, model.along[0], 0, at));
    }
}

std::size_t MediumLines::first_at(double x) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(x_, x - noise_m_) - x_.begin());
}

void MediumLines::Model::read(double y, double z, std::vector<float>& line) const {
    line.resize(x.size());
    const ModelRead at_y = read_along(*grid->values, along[1], 1, y), at_z = read_along(*grid->values, along[2], 2, z);
    if (compressible)
        read_line_of_speeds(*grid->values, density, x, at_y, at_z, line.data());
    else
        read_line(*grid->values, x, at_y, at_z, line.data());
}

void MediumLines::read_background(double y, double z, double* speed, double* density) {
    const Medium& medium = scene_.medium;
    const std::size_t count = x_.size();
    std::fill_n(speed, count, medium.sound_speed_m_s);
    if (density_) std::fill_n(density, count, medium.density_kg_m3);
    // Calls act(i, coordinate along an axis) for every point; only once if all have the same coordinate.
    const auto along = [&](int axis, const auto& value_of, double* values) {
        if (axis == 0)
            std::ranges::transform(x_, values, value_of);
        else
            std::fill_n(values, count, value_of(axis == 1 ? y : z));
    };
    if (medium.layers) {
        const auto of_layer = [&](const std::vector<double>& values) {
            return [&](double at) {
                const auto& planes = medium.layers->interfaces_m;
                return values[static_cast<std::size_t>(std::ranges::upper_bound(planes, at + noise_m_) -
                                                       planes.begin())];
            };
        };
        along(medium.layers->axis, of_layer(medium.layers->sound_speeds_m_s), speed);
        if (!medium.layers->densities_kg_m3.empty())
            along(medium.layers->axis, of_layer(medium.layers->densities_kg_m3), density);
    } else if (medium.gradient) {
        const Medium::Gradient& g = *medium.gradient;
        const auto linear = [&g](const std::array<double, 2>& ends) {
            return [&g, &ends](double at) {
                return std::lerp(ends[0], ends[1], std::clamp((at - g.from_m) / (g.to_m - g.from_m), 0.0, 1.0));
            };
        };
        along(g.axis, linear(g.sound_speeds_m_s), speed);
        if (g.densities_kg_m3) along(g.axis, linear(*g.densities_kg_m3), density);
    } else if (medium.example) {
        const Point& size = scene_.size_m;
        along(
            0,
            [&](double x) {
                return example_speed(*medium.example, x / size.x, scene_.dims == 2 ? 0.5 : y / size.y, 1 - z / size.z);
            },
            speed);
    }
    for (const Model& model : models_) {
        model.read(y, z, line_);
        std::ranges::copy(line_, medium.density_grid && model.grid == &*medium.density_grid ? density : speed);
    }
}

void MediumLines::read(double y, double z, const std::vector<std::size_t>& boxes, double* speed, double* density) {
    read_background(y, z, speed, density);
    const auto holds = [this](double from, double to, double at) {
        return at >= from - noise_m_ && at < to - noise_m_;
    };
    for (const std::size_t i : boxes) {
        const Medium::Box& box = scene_.medium.boxes[i];
        if (!holds(box.from.z, box.to.z, z) || (scene_.dims == 3 && !holds(box.from.y, box.to.y, y))) continue;
        const std::size_t first = first_at(box.from.x), end = std::max(first, first_at(box.to.x));
        std::fill(speed + first, speed + end, box.sound_speed_m_s);
        if (box.density_kg_m3) std::fill(density + first, density + end, *box.density_kg_m3);
    }
    read_lenses(y, z, speed);
}

void MediumLines::read_lenses(double y, double z, double* speed) const {
    for (const Medium::Lens& lens : scene_.medium.lenses) {
        const double beside = std::hypot(scene_.dims == 2 ? 0.0 : y - lens.centre.y, z - lens.centre.z);
        if (beside >= lens.radius_m) continue;
        for (std::size_t i = first_at(lens.centre.x - lens.radius_m); i < x_.size(); ++i) {
            if (x_[i] > lens.centre.x + lens.radius_m) break;
            const double away = std::hypot(x_[i] - lens.centre.x, beside);
            if (away >= lens.radius_m) continue;
            const double share = std::pow(std::cos(std::numbers::pi / 2 * away / lens.radius_m), 2);
            speed[i] = std::lerp(speed[i], lens.sound_speed_m_s, share);
        }
    }
}

}  // namespace wavesim
