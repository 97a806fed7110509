// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "boundary/voxels.hpp"
#include "solvers/scene.hpp"
#include "stencils/passes.hpp"

namespace wavesim {

/// Kaiser-windowed sinc weight (Hicks 2002) at distance `delta` nodes, half width `r`, shape `b`.
double kaiser_sinc(double delta, int r, double b);

/// Interpolation weights of a point of the domain.
struct PlacedPoint {
    PointWeights weights;
    int half_width = 4;  ///< nodes per side actually used: 4, 2, 1, or 0 for a single node
};

/// Weights at `position` (metres) on a grid of that spacing: Kaiser sinc r = 4 (b = 6.31), shrunk 4 -> 2 -> 1
/// until no node of the support is solid, folded at the sides by `halo`. Whole-sample sides put node 0 on the
/// wall: then node i sits at i * spacing and the folded weight is divided by the end mass.
/// Throws std::domain_error when the point lies in a solid.
PlacedPoint place_point(const VoxelRoom& room, const std::array<HaloRule, 6>& halo, double spacing_m,
                        const Point& position, Placement placement);

}  // namespace wavesim
