// SPDX-License-Identifier: MIT
#include "solvers/medium/program_parameters.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "solvers/medium/medium_cells.hpp"
#include "solvers/medium/medium_density.hpp"
#include "stencils/grid/node_boxes.hpp"

namespace wavesim {

namespace {

using equations::ParameterSource;
using Sets = std::set<std::vector<double>>;

/// Largest number of sets that are examined; each needs the eigenvalues of some thousand matrices.
constexpr std::size_t most_sets = 24;
/// Grids with at most so many nodes are evaluated completely.
constexpr std::int64_t few_nodes = 1 << 18;
/// Number of evenly spaced rows along an axis, in addition to those beside placed objects.
constexpr std::int64_t even_rows = 17;

double speed_of(double speed, double, double) { return speed; }
double density_of(double, double density, double) { return density; }

const equations::Declarations& declared(const Scene& scene) { return scene.medium.physics->program->declared; }

/// Selects the sets in which a parameter has its smallest or largest value, and some evenly spaced ones of the rest.
std::vector<std::vector<double>> thinned(const Sets& all) {
    std::vector<std::vector<double>> list(all.begin(), all.end());
    if (list.size() <= most_sets) return list;
    Sets kept;
    for (std::size_t p = 0; p < list.front().size(); ++p) {
        const auto [least, most] = std::ranges::minmax_element(list, {}, [p](const auto& set) { return set[p]; });
        kept.insert(*least);
        kept.insert(*most);
    }
    for (std::size_t i = 0; i < most_sets; ++i) kept.insert(list[i * (list.size() - 1) / (most_sets - 1)]);
    return {kept.begin(), kept.end()};
}

}  // namespace

ProgramParameters::ProgramParameters(const Scene& scene, const GridChoice& grid, WallPosition walls)
    : scene_(scene), grid_(grid), walls_(walls) {}

bool ProgramParameters::varies(std::size_t parameter) const {
    const SpeedRange speeds = speed_range(scene_.medium);
    switch (declared(scene_).parameters[parameter].from) {
        case ParameterSource::speed: return speeds.slowest != speeds.fastest;
        case ParameterSource::density: return names_densities(scene_.medium);
        case ParameterSource::value: break;
    }
    const Medium::Parameter& said = scene_.medium.physics->parameters[parameter];
    return !said.layers.empty() || said.grid || !said.boxes.empty();
}

int ProgramParameters::varying() const {
    int count = 0;
    for (std::size_t p = 0; p < declared(scene_).parameters.size(); ++p) count += varies(p) ? 1 : 0;
    return count;
}

std::vector<double> ProgramParameters::of_medium(const NodeBox& box, bool density) const {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(box.extent().nodes()));
    MediumCells(scene_, grid_, walls_, false)
        .visit(box, {}, density ? density_of : speed_of,
               [&values](const PieceValues& cell) { values.push_back(*cell.first); });
    return values;
}

std::vector<double> ProgramParameters::of_scene(const NodeBox& box, const Medium::Parameter& parameter) const {
    std::vector<double> values(static_cast<std::size_t>(box.extent().nodes()), parameter.everywhere);
    if (!parameter.layers.empty() && scene_.medium.layers) {
        const int axis = scene_.medium.layers->axis;
        const std::vector<std::size_t> layer = layer_of_nodes(*scene_.medium.layers, grid_, walls_);
        for_each_node(box, box, [&](const Node& n, std::size_t i) {
            const std::int64_t at = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
            values[i] = parameter.layers[layer[static_cast<std::size_t>(at)]];
        });
    }
    if (parameter.grid) {
        const std::vector<float> read = resample_nodes(*parameter.grid->values, parameter.grid->resampling, box,
                                                       first_node(scene_, grid_.spacing_m, walls_), grid_.spacing_m);
        std::ranges::copy(read, values.begin());
    }
    for (const Medium::Parameter::Inside& inside : parameter.boxes)
        for_each_node(nodes_between(inside.from, inside.to, scene_.dims, grid_, walls_), box,
                      [&](const Node&, std::size_t i) { values[i] = inside.value; });
    return values;
}

std::vector<std::vector<double>> ProgramParameters::at(const NodeBox& box) const {
    const auto nodes = static_cast<std::size_t>(box.extent().nodes());
    std::vector<std::vector<double>> all;
    for (std::size_t p = 0; p < declared(scene_).parameters.size(); ++p) {
        const ParameterSource from = declared(scene_).parameters[p].from;
        if (from == ParameterSource::value)
            all.push_back(of_scene(box, scene_.medium.physics->parameters[p]));
        else if (varies(p))
            all.push_back(of_medium(box, from == ParameterSource::density));
        else
            all.emplace_back(nodes, from == ParameterSource::density ? scene_.medium.density_kg_m3
                                                                     : speed_range(scene_.medium).fastest);
    }
    return all;
}

std::vector<std::vector<double>> ProgramParameters::everywhere() const {
    std::vector<std::vector<double>> all(declared(scene_).parameters.size());
    for (const NodeBox& slab : slabs_of(grid_.extent)) {
        const std::vector<std::vector<double>> part = at(slab);
        for (std::size_t p = 0; p < all.size(); ++p) {
            if (!varies(p))
                all[p] = {part[p].front()};
            else
                all[p].insert(all[p].end(), part[p].begin(), part[p].end());
        }
    }
    return all;
}

/// Nodes on both sides of everything that the scene places along an axis, and evenly between.
std::vector<std::int64_t> ProgramParameters::telling_nodes(int axis) const {
    const std::int64_t n = grid_.extent.along(axis);
    std::set<std::int64_t> found;
    for (std::int64_t i = 0; i < even_rows; ++i) found.insert(i * (n - 1) / (even_rows - 1));
    const auto beside = [&](double at_m) {
        const auto node = static_cast<std::int64_t>(at_m / grid_.spacing_m);
        for (const std::int64_t near : {node - 1, node, node + 1})
            found.insert(std::clamp<std::int64_t>(near, 0, n - 1));
    };
    const Medium& medium = scene_.medium;
    if (medium.layers && medium.layers->axis == axis)
        for (const double at_m : medium.layers->interfaces_m) beside(at_m);
    const auto ends = [&](const auto& boxes) {
        for (const auto& box : boxes) {
            beside(box.from.along(axis));
            beside(box.to.along(axis));
        }
    };
    ends(medium.boxes);
    for (const Medium::Parameter& parameter : medium.physics->parameters) ends(parameter.boxes);
    for (const Medium::Lens& lens : medium.lenses) beside(lens.centre.along(axis));
    return {found.begin(), found.end()};
}

std::vector<std::vector<double>> ProgramParameters::sets() const {
    Sets found;
    const auto look = [&](const NodeBox& box) {
        const std::vector<std::vector<double>> values = at(box);
        std::vector<double> set(values.size());
        for (std::size_t i = 0; i < static_cast<std::size_t>(box.extent().nodes()); ++i) {
            for (std::size_t p = 0; p < values.size(); ++p) set[p] = values[p][i];
            found.insert(set);
        }
    };
    const Extent& n = grid_.extent;
    if (varying() == 0)
        look({{0, 0, 0}, {1, 1, 1}});
    else if (n.nodes() <= few_nodes)
        look(all_nodes(n));
    else
        for (const std::int64_t z : telling_nodes(2))
            for (const std::int64_t y : telling_nodes(1)) look({{0, y, z}, {n.nx, y + 1, z + 1}});
    return thinned(found);
}

}  // namespace wavesim
