// SPDX-License-Identifier: MIT
#include "solvers/medium/medium.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solvers/medium/cell_average.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/medium/medium_lines.hpp"
#include "solvers/scene/model_grid.hpp"

namespace wavesim {

namespace {

bool above_0(double x) { return std::isfinite(x) && x > 0; }

double node_position(std::int64_t node, double spacing, WallPosition walls) {
    return (static_cast<double>(node) + (walls == WallPosition::whole ? 0.0 : 0.5)) * spacing;
}

/// First node at or after a coordinate, in [0, n]; rounding noise must not move an interface that lies on a node.
std::int64_t node_after(double at, std::int64_t n, double spacing, WallPosition walls) {
    const double first = std::ceil(at / spacing - (walls == WallPosition::whole ? 0.0 : 0.5) - 1e-9);
    return static_cast<std::int64_t>(std::clamp(first, 0.0, static_cast<double>(n)));
}

bool empty(const NodeBox& box) { return box.from.x >= box.to.x || box.from.y >= box.to.y || box.from.z >= box.to.z; }

}  // namespace

Point first_node(const Scene& scene, double spacing, WallPosition walls) {
    const double at = node_position(0, spacing, walls);
    return {at, scene.dims == 2 ? 0.0 : at, at};
}

NodeBox nodes_between(const Point& from, const Point& to, int dims, const GridChoice& grid, WallPosition walls) {
    const Extent& n = grid.extent;
    const auto node = [&](const Point& p) {
        return Node{node_after(p.x, n.nx, grid.spacing_m, walls),
                    dims == 2 ? 0 : node_after(p.y, n.ny, grid.spacing_m, walls),
                    node_after(p.z, n.nz, grid.spacing_m, walls)};
    };
    NodeBox box{node(from), node(to)};
    if (dims == 2) box.to.y = 1;
    return box;
}

std::vector<std::size_t> layer_of_nodes(const Medium::Layers& layers, const GridChoice& grid, WallPosition walls) {
    const std::int64_t n = grid.extent.along(layers.axis);
    std::vector<std::size_t> layer(static_cast<std::size_t>(n));
    for (std::size_t k = 0; k < layers.interfaces_m.size(); ++k)
        std::fill(layer.begin() + node_after(layers.interfaces_m[k], n, grid.spacing_m, walls), layer.end(), k + 1);
    return layer;
}

bool varies(const Medium& medium) {
    return medium.layers || medium.gradient || medium.grid || medium.example || !medium.boxes.empty() ||
           !medium.lenses.empty() || medium.density_grid;
}

SpeedRange speed_range(const Medium& medium) {
    std::vector<double> speeds;
    if (medium.layers)
        speeds = medium.layers->sound_speeds_m_s;
    else if (medium.gradient)
        speeds.assign(medium.gradient->sound_speeds_m_s.begin(), medium.gradient->sound_speeds_m_s.end());
    else if (medium.grid)
        speeds = {medium.grid->values->least, medium.grid->values->most};
    else if (medium.example)
        for (const double speed : example_speeds(*medium.example)) speeds.push_back(speed);
    else
        speeds = {medium.sound_speed_m_s};
    for (const Medium::Box& box : medium.boxes) speeds.push_back(box.sound_speed_m_s);
    for (const Medium::Lens& lens : medium.lenses) speeds.push_back(lens.sound_speed_m_s);
    const auto [slowest, fastest] = std::minmax_element(speeds.begin(), speeds.end());
    return {*slowest, *fastest};
}

std::string medium_fault(const Medium& medium, int dims) {
    if (int{medium.layers.has_value()} + int{medium.gradient.has_value()} + int{medium.grid.has_value()} +
            int{medium.example.has_value()} >
        1)
        return "layers, gradient and models exclude each other";
    const auto axis_is_there = [dims](int axis) { return axis >= 0 && axis <= 2 && (dims == 3 || axis != 1); };
    if (medium.layers) {
        const Medium::Layers& layers = *medium.layers;
        if (!axis_is_there(layers.axis)) return "the axis of the layers is none of the domain";
        if (layers.sound_speeds_m_s.size() != layers.interfaces_m.size() + 1)
            return fmt::format("{} interfaces lie between {} layers, not {}", layers.interfaces_m.size(),
                               layers.interfaces_m.size() + 1, layers.sound_speeds_m_s.size());
        for (std::size_t k = 0; k + 1 < layers.interfaces_m.size(); ++k)
            if (!(layers.interfaces_m[k] < layers.interfaces_m[k + 1]))
                return "the interfaces of the layers must ascend";
    }
    if (medium.gradient) {
        if (!axis_is_there(medium.gradient->axis)) return "the axis of the gradient is none of the domain";
        if (!(medium.gradient->from_m < medium.gradient->to_m)) return "the gradient must start before it ends";
    }
    for (const Medium::Lens& lens : medium.lenses)
        if (!above_0(lens.radius_m)) return "the radius of a lens must be above 0";
    if (medium.layers && !medium.layers->densities_kg_m3.empty() &&
        medium.layers->densities_kg_m3.size() != medium.layers->sound_speeds_m_s.size())
        return "every layer needs a density, or none";
    if (names_densities(medium)) {
        const DensityRange densities = density_range(medium);
        if (!above_0(densities.least) || !above_0(densities.most)) return "every density must be above 0";
    }
    const SpeedRange range = speed_range(medium);
    if (!above_0(range.slowest) || !above_0(range.fastest)) return "every speed of sound must be above 0";
    if (range.slowest < 0.1 || range.fastest > 1e5)
        return fmt::format(
            "sound would travel at {:.3g} to {:.3g} m/s, as in no medium: are units and byte_order right?",
            range.slowest, range.fastest);
    return {};
}

void find_storage_faults(const Scene& scene, std::vector<Fault>& faults) {
    if (scene.medium.storage == MediumStorage::float32) return;
    const auto refuse = [&](const std::string& what) {
        faults.push_back({"medium.storage", what + " keep their speeds as floats", "leave it out"});
    };
    if (scene.tti) refuse("TTI media");
    if (density_varies(scene.medium) && scene.medium.storage != MediumStorage::int16)
        faults.push_back(
            {"medium.storage", "media whose density varies are kept as floats or int16", "use one of them"});
}

double interface_shift(const Scene& scene, const GridChoice& grid, WallPosition walls) {
    double shift = 0;
    if (averages_cells(scene)) return shift;
    const auto look = [&](double at, int axis) {
        if (!(at > 0 && at < scene.size_m.along(axis))) return;
        const std::int64_t node = node_after(at, grid.extent.along(axis), grid.spacing_m, walls);
        const double seen = node_position(node, grid.spacing_m, walls) - grid.spacing_m / 2;
        const double difference = std::abs(seen - at);
        if (difference > 1e-8 * grid.spacing_m) shift = std::max(shift, difference);
    };
    if (scene.medium.layers)
        for (const double at : scene.medium.layers->interfaces_m) look(at, scene.medium.layers->axis);
    for (const Medium::Box& box : scene.medium.boxes)
        for (int axis = 0; axis < 3; ++axis) {
            if (scene.dims == 2 && axis == 1) continue;
            look(box.from.along(axis), axis);
            look(box.to.along(axis), axis);
        }
    return shift;
}

namespace {

/// Distance of nodes from the values of a model with the same spacing, "5 m along x and z"; empty for other spacings.
std::string beside_values(const Scene& scene, const GridChoice& grid, const ModelGrid& values, const Point& first) {
    std::string text;
    for (int axis = 0; axis < 3; ++axis) {
        if (scene.dims == 2 && axis == 1) continue;
        const double spacing = values.spacing_m.along(axis);
        if (std::abs(spacing - grid.spacing_m) > 1e-9 * spacing) return {};
        const double offset = (first.along(axis) - values.first_m.along(axis)) / spacing;
        const double beside_m = spacing * std::abs(offset - std::round(offset));
        if (beside_m > 1e-6 * spacing)
            text += fmt::format("{}{:.4g} m along {}", text.empty() ? "" : ", ", beside_m, "xyz"[axis]);
    }
    return text;
}

void warn_of_resampling(const Scene& scene, const GridChoice& grid, const Medium::Grid& model, const std::string& key,
                        const Point& first, std::vector<std::string>& warnings) {
    const Point& spacing = model.values->spacing_m;
    const auto per_axis = [&](double times) {
        std::string text = fmt::format("{:.6g}", times * spacing.x);
        if (spacing.x == spacing.z && (scene.dims == 2 || spacing.x == spacing.y)) return text;
        return text + (scene.dims == 3 ? fmt::format(" x {:.6g}", times * spacing.y) : "") +
               fmt::format(" x {:.6g}", times * spacing.z);
    };
    if (model.registration == Registration::corner)
        warnings.push_back(
            fmt::format("{}: the values of corners became those of cells, shifted by {} m", key, per_axis(0.5)));
    if (lies_on(*model.values, grid.extent, first, grid.spacing_m)) return;
    const auto fills = [&](int axis) { return fills_cells(*model.values, axis, first.along(axis), grid.spacing_m); };
    const bool averaged = averages_cells(scene) && (fills(0) || fills(1) || fills(2));
    const char* how = averaged                                 ? "as means over the cells"
                      : model.resampling == Resampling::linear ? "linearly"
                                                               : "to the nearest value";
    const std::string beside = beside_values(scene, grid, *model.values, first);
    if (beside.empty())
        warnings.push_back(fmt::format(
            "{}: the nodes of the simulation (spacing {:.6g} m) do not lie on the values of the file (spacing {} "
            "m): it was resampled {}",
            key, grid.spacing_m, per_axis(1), how));
    else
        warnings.push_back(
            fmt::format("{}: the nodes of the simulation lie beside the values of the file ({}): it was resampled {}; "
                        "registration: corner takes values on corners as they are",
                        key, beside, how));
}

}  // namespace

std::vector<std::string> medium_warnings(const Scene& scene, const GridChoice& grid, WallPosition walls) {
    std::vector<std::string> warnings;
    const bool needs_nodes = !averages_cells(scene);
    if (const auto& layers = scene.medium.layers; layers && needs_nodes) {
        const std::int64_t n = grid.extent.along(layers->axis);
        for (std::size_t k = 0; k < layers->sound_speeds_m_s.size(); ++k) {
            const std::int64_t first = k == 0 ? 0 : node_after(layers->interfaces_m[k - 1], n, grid.spacing_m, walls);
            const std::int64_t end =
                k == layers->interfaces_m.size() ? n : node_after(layers->interfaces_m[k], n, grid.spacing_m, walls);
            if (first >= end)
                warnings.push_back(fmt::format("layer {} of the medium ({:.4g} m/s) holds no node of the grid", k + 1,
                                               layers->sound_speeds_m_s[k]));
        }
    }
    if (scene.medium.grid)
        warn_of_resampling(scene, grid, *scene.medium.grid, "medium.model", first_node(scene, grid.spacing_m, walls),
                           warnings);
    if (scene.medium.density_grid)
        warn_of_resampling(scene, grid, *scene.medium.density_grid, "medium.model.density",
                           first_node(scene, grid.spacing_m, walls), warnings);
    if (scene.tti)
        for (std::size_t i = 0; i < scene.tti->grids.size(); ++i)
            if (const auto& model = scene.tti->grids[i])
                warn_of_resampling(scene, grid, *model, fmt::format("tti.model.{}", Anisotropy::grid_names[i]),
                                   first_node(scene, grid.spacing_m, walls), warnings);
    for (std::size_t i = 0; needs_nodes && i < scene.medium.boxes.size(); ++i) {
        const Medium::Box& box = scene.medium.boxes[i];
        if (empty(nodes_between(box.from, box.to, scene.dims, grid, walls)))
            warnings.push_back(
                fmt::format("medium.boxes[{}] ({:.4g} m/s) holds no node of the grid", i, box.sound_speed_m_s));
    }
    for (std::size_t i = 0; i < scene.medium.lenses.size(); ++i) {
        const Medium::Lens& lens = scene.medium.lenses[i];
        const auto beyond = [&](int axis) {
            const double at = lens.centre.along(axis);
            return scene.dims == 2 && axis == 1 ? 0 : at - std::clamp(at, 0.0, scene.size_m.along(axis));
        };
        if (std::hypot(beyond(0), beyond(1), beyond(2)) < lens.radius_m) continue;
        warnings.push_back(
            fmt::format("medium.lenses[{}] ({:.4g} m/s) lies outside the domain: leave it out, since its speed counts "
                        "for the spacing and the time step",
                        i, lens.sound_speed_m_s));
    }
    return warnings;
}

}  // namespace wavesim
