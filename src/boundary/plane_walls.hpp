// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/planes.hpp"
#include "boundary/solid_rows.hpp"
#include "boundary/walls.hpp"

namespace wavesim {

/// Whether any of the surfaces takes sound.
bool any_lossy(const std::vector<double>& admittance);

/// Appends to `plan` what build_walls has of the nodes of `planes`: those around them are there to be read. All but
/// ports, halo rules and the method's name. `rows`: of the room.
void add_plane_walls(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                     const Planes& planes, const std::vector<double>& admittance, WallForm form, WallPlan& plan);

}  // namespace wavesim
