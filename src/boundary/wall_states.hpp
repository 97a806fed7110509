// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "boundary/half_cell.hpp"
#include "boundary/solid_rows.hpp"
#include "boundary/voxels.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// Lossy faces in the explicit form (BE). Faces of rigid surfaces carry no state and are left out.
ExplicitWalls make_explicit_walls(const VoxelRoom& room, const SolidRows& rows, const std::vector<double>& admittance,
                                  double air_mass);

/// Lossy faces in the branch form (BI); at whole-sample walls end masses and face areas are halved for each wall
/// through the node.
BranchWalls make_branch_walls(const VoxelRoom& room, const SolidRows& rows, const std::vector<double>& admittance,
                              double air_mass, WallPosition position);

}  // namespace wavesim
