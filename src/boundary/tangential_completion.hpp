// SPDX-License-Identifier: MIT
#pragma once
#include "boundary/planes.hpp"
#include "boundary/solid_rows.hpp"
#include "boundary/voxels.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Tangential completion, for stencils of radius 1: a neighbour i + l inside a solid is replaced by its mirror
/// image in the wall between them. For each axis d of l, |l|_1 > 1, and t = l without its d component: if i + t is air
/// and i + l_d is solid, a_l (u_{i+t} - u_i) is added. The same is done if t is parallel to an edge where two walls
/// meet. On flat walls and concave edges it is the mirror; the sides of the domain are mirrors throughout.
/// Appends what is added to the bulk operator, which reads 0 in solids and mirrored values beyond the sides of the
/// domain. Weights are multiplied by courant^2. Rows are appended for the nodes of `planes`, with node indices of the
/// whole room.
void add_tangential_completion(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                               const Planes& planes, Corrections& corrections);

}  // namespace wavesim
