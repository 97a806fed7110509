// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/decision/draft.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/space/mesh_room.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Form of sloping surfaces of a mesh: as the scene requests, or the best that the stencil supports. Cut cells with
/// losses need ports at the vertices.
MeshForm mesh_form(const Scene& scene, const Stencil& stencil, bool lossy, std::vector<Fault>& faults);

/// Whether a mesh with slopes that absorb sound has cut cells only with walls at the vertices, and these are possible
/// where the scene leaves both open.
bool needs_vertex_walls(const PlanDraft& draft, const Stencil& stencil, double points_per_wavelength);

}  // namespace wavesim
