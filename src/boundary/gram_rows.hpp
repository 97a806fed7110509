// SPDX-License-Identifier: MIT
#pragma once
#include "boundary/planes.hpp"
#include "boundary/solid_rows.hpp"
#include "boundary/voxels.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Distance in nodes, along each axis, up to which solids change the rows of a stencil with a Gram matrix; 0 without
/// one.
int gram_reach(const Stencil& stencil);

/// Solids by reflecting walks, for stencils with a Gram matrix (gram_matrix.hpp): the operator becomes the sum of
/// E_i^T Q E_i over the air nodes i (patch_forms.hpp). At flat walls, and at edges and corners of rooms, it is the
/// mirror. Appends what is added to the bulk operator, which reads 0 in solids and mirrored values beyond the sides of
/// the domain. Weights are multiplied by courant^2. Rows are appended for the nodes of `planes`, with node indices of
/// the whole room. They never read further than the stencil does. Rows are made once for each pattern of solids and
/// sides.
void add_gram_rows(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                   const Planes& planes, Corrections& corrections);

}  // namespace wavesim
