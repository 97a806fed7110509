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
    std::int64_t cells = 0;     ///< SelfAdjointLayer::least at least
    double courant = 0;         ///< of the speed along the rock's axis
    std::vector<double> decay;  ///< of AbsorbingLayers, the outermost node first; only of nodes that damp
    std::vector<double> gain;
};

/// What the scheme has at one node.
struct TurnedNode {
    double across = 0, along = 0;                       ///< components of the symmetry axis
    double speed = 1;                                   ///< factor of v^2
    std::array<double, 2> weight_across, weight_along;  ///< of R, by field
    double damping = 0;                                 ///< of TiltedMedium
};

/// The nodes of a layer as plans have them.
struct TurnedNodes {
    std::vector<TurnedNode> layer;  ///< the outermost first
    TurnedNode inside;              ///< of the domain
    explicit TurnedNodes(const TurnedLayer& layer);
};

}  // namespace wavesim
