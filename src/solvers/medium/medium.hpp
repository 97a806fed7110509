// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/scene/fault.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

struct GridChoice;
struct NodeBox;
enum class WallPosition;

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

/// What cannot be kept as codes.
void find_storage_faults(const Scene& scene, std::vector<Fault>& faults);

/// Where the first node of the domain lies (y = 0 in 2D).
Point first_node(const Scene& scene, double spacing_m, WallPosition walls);

/// Nodes whose cells a box fills.
NodeBox nodes_between(const Point& from, const Point& to, int dims, const GridChoice& grid, WallPosition walls);

/// Number of the layer of every node along the axis of the layers.
std::vector<std::size_t> layer_of_nodes(const Medium::Layers& layers, const GridChoice& grid, WallPosition walls);

/// Largest distance between an interface (of layers and boxes, within the domain) and where the grid has it, m: half a
/// cell before the first node of the next medium. 0 where cells are averaged.
double interface_shift(const Scene& scene, const GridChoice& grid, WallPosition walls);

/// Layers and boxes without a node, one sentence each.
std::vector<std::string> medium_warnings(const Scene& scene, const GridChoice& grid, WallPosition walls);

}  // namespace wavesim
