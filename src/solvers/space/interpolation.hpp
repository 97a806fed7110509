// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "solvers/scene/scene.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Kaiser-windowed sinc weight (Hicks 2002) at distance `delta` nodes, half width `r`, shape `b`.
double kaiser_sinc(double delta, int r, double b);

/// Nodes on either side used for a point between nodes.
inline constexpr int sinc_half_width = 4;

/// A node of an axis and its weight for a point.
struct AxisWeight {
    std::int64_t node;
    double weight;
    auto operator<=>(const AxisWeight&) const = default;
};
/// Weights along x, y and z; their products are the weights of the nodes.
using AxisWeights = std::array<std::vector<AxisWeight>, 3>;

/// Weights of the nodes around coordinate x of an infinite axis: Kaiser sinc r = 4 (b = 6.31), with the sum 1. The
/// spectral error is 1.7e-3 at 4 points per wavelength and 0 for long waves.
std::vector<AxisWeight> sinc_weights(double x);

/// Largest relative error of a tone that is recorded or excited between nodes, with at least `points_per_wavelength`.
double largest_spectral_error(double points_per_wavelength = 4);

/// Position of node 0: half a cell from the corner, or on it (sides with HaloRule::mirror_whole).
double node_offset(const std::array<HaloRule, 6>& halo);
/// Node coordinate of a position along an axis.
double node_coordinate(const std::array<HaloRule, 6>& halo, double spacing_m, double position_m);
/// Distance of a position from the nearest node, in cells along the axis where it is largest; 0 within rounding.
double off_node(const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position, int dims);
/// The nodes whose cells contain a position, faces of the cells included (to 1e-9 cells): one in general, up to eight.
/// If the position lies on a face, the node with the larger coordinate comes first. Positions beyond the sides give the
/// nearest node.
std::vector<Node> nodes_at(const Extent& extent, const std::array<HaloRule, 6>& halo, double spacing_m,
                           const Point& position);
/// The first of nodes_at().
Node nearest_node(const Extent& extent, const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position);
/// Position of a node, m.
Point node_position(const std::array<HaloRule, 6>& halo, double spacing_m, const Node& node, int dims);

}  // namespace wavesim
