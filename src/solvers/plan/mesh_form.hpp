// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/scene/fault.hpp"
#include "solvers/scene/scene.hpp"
#include "solvers/space/mesh_room.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Form of sloping surfaces of a mesh: as the scene requests, or the best that the stencil supports. Cut cells with
/// losses need ports at the vertices.
MeshForm mesh_form(const Scene& scene, const Stencil& stencil, bool lossy, std::vector<Fault>& faults);

}  // namespace wavesim
