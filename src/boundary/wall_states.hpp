// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/half_cell.hpp"
#include "boundary/planes.hpp"
#include "boundary/solid_rows.hpp"
#include "boundary/voxels.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Appends the lossy faces of the nodes of `planes` in the explicit form (BE), with node indices of the whole room.
/// Faces of rigid surfaces have no state and are left out.
void add_explicit_walls(const VoxelRoom& room, const SolidRows& rows, const Planes& planes,
                        const std::vector<double>& admittance, double air_mass, ExplicitWalls& walls);

/// The same in the branch form (BI). At whole-sample walls end masses and face areas are halved for each wall through
/// the node.
void add_branch_walls(const VoxelRoom& room, const SolidRows& rows, const Planes& planes,
                      const std::vector<double>& admittance, double air_mass, WallPosition position,
                      BranchWalls& walls);

}  // namespace wavesim
