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
/// if edges move to where they are on the grid, and stand out by edge_shift(). Both make a path longer or shorter, so
/// that they add up where they have the same sign; where they have not, none is known well enough to be subtracted.
/// Of several boxes between two points the one that weakens sound most weakens the errors of the others, too (after
/// Deygout, IEEE Trans. Antennas Propag. 14 (1966) 480). Edges that other boxes hide are left out. Behind solids sound
/// also arrives by reflections of walls before or behind the edge; these images are added as energies. Edges of meshes
/// are left out. A box much smaller than the wavelength sends out no more than change_of_scattered().
EdgeError edge_error(const PlanOutline& plan, const DirectWays& ways);

}  // namespace wavesim
