// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "boundary/voxels.hpp"
#include "solvers/scene.hpp"
#include "stencils/passes.hpp"

namespace wavesim {

/// Kaiser-windowed sinc weight (Hicks 2002) at distance `delta` nodes, half width `r`, shape `b`.
double kaiser_sinc(double delta, int r, double b);

/// Largest error of a tone that is read or made between nodes with half width 1, 2 or 4, relative, at 4 points per
/// wavelength and more.
double largest_spectral_error(int half_width);
/// The same at so many points per wavelength and more, also below 4: worked out from the weights, wherever the point
/// is.
double largest_spectral_error(int half_width, double points_per_wavelength);

/// Interpolation weights of a point of the domain.
struct PlacedPoint {
    PointWeights weights;
    int half_width = 4;  ///< nodes per side actually used: 4, 2, 1, or 0 for a single node
    Node home;           ///< the node whose cell holds the point; on a face between cells one that is air
};

/// A source divides its folded weights by the end masses of a whole-sample side, a receiver does not: that is
/// the field of the mirrored sources, and reciprocity holds in the mass inner product.
enum class PointRole { source, receiver };

/// Where node 0 lies: half a cell from the corner, or on it (sides with HaloRule::mirror_whole).
double node_offset(const std::array<HaloRule, 6>& halo);
/// Node coordinate of a position along an axis.
double node_coordinate(const std::array<HaloRule, 6>& halo, double spacing_m, double position_m);
/// How far a position is from the nearest node, in cells along the axis where it is most; 0 within rounding.
double off_node(const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position, int dims);
/// The nodes whose cells hold a position, faces of the cells included (to 1e-9 cells): one in general, up to eight.
/// Of two across a face the one further along the axis comes first. Positions beyond the sides give the nearest node.
std::vector<Node> nodes_at(const Extent& extent, const std::array<HaloRule, 6>& halo, double spacing_m,
                           const Point& position);
/// The first of them.
Node nearest_node(const Extent& extent, const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position);
/// Position of a node, m.
Point node_position(const std::array<HaloRule, 6>& halo, double spacing_m, const Node& node, int dims);

/// Weights at `position` (metres) on a grid of that spacing: Kaiser sinc r = 4 (b = 6.31), scaled per axis so that the
/// weights sum to 1 before folding. The spectral error is 1.7e-3 at 4 points per wavelength and 0 at long waves. The
/// half width shrinks 4 -> 2 -> 1 until no node of the support is solid. The weights are folded at the sides by `halo`.
/// Whole-sample sides put node 0 on the wall: then node i sits at i * spacing. Throws std::domain_error when the point
/// lies in a solid: when no node whose cell holds it is air.
PlacedPoint place_point(const VoxelRoom& room, const std::array<HaloRule, 6>& halo, double spacing_m,
                        const Point& position, Placement placement, PointRole role);

/// The same where `is_air` says which nodes of a grid are.
PlacedPoint place_point(const Extent& extent, int dims, const std::function<bool(const Node&)>& is_air,
                        const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position,
                        Placement placement, PointRole role);

/// Half width of an interpolated point as place_point finds it, from the boxes that the solids fill instead of from
/// every node.
int half_width_beside(std::span<const NodeBox> solids, const Extent& extent, int dims,
                      const std::array<HaloRule, 6>& halo, double spacing_m, const Point& position);

}  // namespace wavesim
