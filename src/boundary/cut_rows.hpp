// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "boundary/planes.hpp"
#include "boundary/voxels.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Stiffness of the air in a box with n nodes and volume V: 4 V/n sum (u - mean)^2, or 2 V/n (u_i - u_j)^2 on the edges
/// between the nodes. In free space and at flat walls, edges and corners it equals the part of the stencil that belongs
/// to the box. V scales mass and stiffness of the box alike. So its largest eigenvalue is 4, or at most 2 times 6: 6 is
/// that of the edges of the cube, which no part of the cube exceeds. The time step of free space is stable for any V >
/// 0.
enum class CutStiffness { mean, edges };
/// The kind of stiffness for a 3D stencil: `mean` for the interpolated 27 points, `edges` for 7 points, none for
/// others.
std::optional<CutStiffness> cut_stiffness(const Stencil& stencil);

/// Mass of a node of cut boxes. It is rounded up by less than 1/1024, so that there are few different values: u* is
/// divided by it.
double cut_mass(const CutRoom& cut, const Node& node, bool is_air);

/// Replaces the corrections of the nodes of `planes` that belong to cut boxes, and removes ghosts from the solids.
/// `corrections` and `solids` are those of these planes alone.
void add_cut_rows(const Stencil& stencil, double courant, const VoxelRoom& room, const Planes& planes,
                  Corrections& corrections, std::vector<SolidSpan>& solids);

}  // namespace wavesim
