// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "solvers/space/grid_choice.hpp"
#include "solvers/space/mesh_room.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

/// The mesh of a scene on its grid, together with its solids; nullptr without a mesh. Sound starts at the sources of
/// all shots. Throws SceneError if it leaks from walls that should enclose it.
std::shared_ptr<const MeshRoom> make_mesh_room(const Scene& scene, const GridChoice& grid, const SurfaceTable& surfaces,
                                               const MeshForm& form = {}, int threads = 1);

}  // namespace wavesim
