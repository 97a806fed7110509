// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/fault.hpp"
#include "solvers/grid_choice.hpp"
#include "solvers/scene.hpp"
#include "stencils/problem.hpp"

namespace wavesim {

/// Slowest and fastest sound that a medium names, m/s.
struct SpeedRange {
    double slowest = 0;
    double fastest = 0;
    double ratio() const { return slowest / fastest; }
};

/// True where the speed or the density depends on the place.
bool varies(const Medium& medium);
SpeedRange speed_range(const Medium& medium);

/// What is wrong with a medium that a program built, or an empty text.
std::string medium_fault(const Medium& medium, int dims);

/// The factors (c_i / fastest)^2 of the nodes of a part of the domain, nothing where speed and density are one: the
/// layers or the gradient, then boxes, then lenses, later ones win. A node on an interface belongs to what comes after
/// it; the interface that waves see lies half a cell before that node.
std::vector<float> make_factors(const Scene& scene, const GridChoice& grid, WallPosition walls, const NodeBox& part);

/// What cannot be kept as codes.
void find_storage_faults(const Scene& scene, std::vector<Fault>& faults);

/// Where the first node of the domain lies (y = 0 in 2D).
Point first_node(const Scene& scene, double spacing_m, WallPosition walls);

/// Nodes whose cells a box fills.
NodeBox nodes_between(const Point& from, const Point& to, int dims, const GridChoice& grid, WallPosition walls);

/// Number of the layer of every node along the axis of the layers.
std::vector<std::size_t> layer_of_nodes(const Medium::Layers& layers, const GridChoice& grid, WallPosition walls);

/// Largest distance between an interface (of layers and boxes, within the domain) and where the grid has it, m.
double interface_shift(const Scene& scene, const GridChoice& grid, WallPosition walls);

/// Layers and boxes without a node, one sentence each.
std::vector<std::string> medium_warnings(const Scene& scene, const GridChoice& grid, WallPosition walls);

}  // namespace wavesim
