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

/// Slowest and fastest speed of sound in a medium, m/s.
struct SpeedRange {
    double slowest = 0;
    double fastest = 0;
    double ratio() const { return slowest / fastest; }
};

/// Whether the speed or the density depends on position.
bool varies(const Medium& medium);
SpeedRange speed_range(const Medium& medium);

/// The fault of a medium that was built by code, or an empty text.
std::string medium_fault(const Medium& medium, int dims);

/// Finds media that cannot be stored as codes.
void find_storage_faults(const Scene& scene, std::vector<Fault>& faults);

/// Position of the first node of the domain (y = 0 in 2D).
Point first_node(const Scene& scene, double spacing_m, WallPosition walls);

/// Nodes whose cells lie in a box.
NodeBox nodes_between(const Point& from, const Point& to, int dims, const GridChoice& grid, WallPosition walls);

/// Number of the layer of every node along the axis of the layers.
std::vector<std::size_t> layer_of_nodes(const Medium::Layers& layers, const GridChoice& grid, WallPosition walls);

/// Largest distance, m, between an interface (of layers and boxes, within the domain) and its position on the grid,
/// half a cell before the first node of the next medium. 0 if cells are averaged.
double interface_shift(const Scene& scene, const GridChoice& grid, WallPosition walls);

/// One warning for each layer or box without a node.
std::vector<std::string> medium_warnings(const Scene& scene, const GridChoice& grid, WallPosition walls);

}  // namespace wavesim
