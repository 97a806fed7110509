// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "stencils/tti/p_wave_point.hpp"

namespace wavesim {

/// An absorbing layer of the self-adjoint form in one rock, and the scheme beside it; 2D. The layer is at the lower
/// side of its axis.
struct TurnedLayer {
    PointRock rock;
    std::size_t across = 0;     ///< axis of the grid
    std::int64_t cells = 0;     ///< at least SelfAdjointLayer::least
    double courant = 0;         ///< for the speed along the axis of the rock
    std::vector<double> decay;  ///< as in AbsorbingLayers, the outermost node first; only nodes that damp
    std::vector<double> gain;
};

/// Coefficients of the scheme at one node.
struct TurnedNode {
    double across = 0, along = 0;                       ///< components of the symmetry axis
    double speed = 1;                                   ///< factor of v^2
    std::array<double, 2> weight_across, weight_along;  ///< of R, by field
    double damping = 0;                                 ///< as in TiltedMedium
};

/// The nodes of a layer, with the values that a plan gives them.
struct TurnedNodes {
    std::vector<TurnedNode> layer;  ///< the outermost first
    TurnedNode inside;              ///< a node of the domain
    explicit TurnedNodes(const TurnedLayer& layer);
};

}  // namespace wavesim
