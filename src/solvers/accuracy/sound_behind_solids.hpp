// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/accuracy/edge_sections.hpp"
#include "solvers/accuracy/side_mirrors.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Sound around a box between two points, relative to the sound at the straight distance: the energies of the paths
/// over its edges. 1 if it does not lie between them.
double sound_around(const EdgeSections& sections, const EdgedBox& box, const PointPair& pair);

/// Path in the open after which sound is as loud as the loudest direct sound, m. Solids may hide all receivers from the
/// sources; there the sound is that around their edges, or the first reflection of a side. 0 without solids.
double path_as_loud(const PlanOutline& plan);

}  // namespace wavesim
