// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/planes.hpp"
#include "boundary/solid_rows.hpp"
#include "boundary/walls.hpp"

namespace wavesim {

inline RoomContents contents_of(const VoxelRoom& room) {
    return room.has_sheets() ? RoomContents::sheets : RoomContents::boxes;
}

/// True if any of the surfaces absorbs sound.
bool any_lossy(const std::vector<double>& admittance);

/// Appends to `plan` what build_walls makes for the nodes of `planes`, except ports, halo rules and the name of the
/// method. `room` must contain the planes around them. `rows` are those of `room`.
void add_plane_walls(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                     const Planes& planes, const std::vector<double>& admittance, WallForm form, WallPlan& plan);

}  // namespace wavesim
