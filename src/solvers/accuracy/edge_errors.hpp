// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/accuracy/wave_errors.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Error of sound that edges of solids diffract, relative to the loudest sound.
struct EdgeError {
    double hidden = 0;   ///< where a solid hides the source
    double visible = 0;  ///< of the waves that edges beside the path send out
    double most() const { return hidden > visible ? hidden : visible; }
};

/// Largest error over the edges of all boxes, and over all sources and receivers. It is the change of sound_at_edge()
/// if edges move to where they are on the grid, or stand out by edge_shift(). Behind solids sound also arrives by
/// reflections of walls before or behind the edge; these images are added as energies. Edges of meshes are left out.
EdgeError edge_error(const PlanOutline& plan, const DirectWays& ways);

/// Path in the open after which sound is as loud as the loudest direct sound, m. Solids may hide all receivers from the
/// sources; there the sound is that around their edges, or the first reflection of a side.
double path_as_loud(const PlanOutline& plan);

}  // namespace wavesim
