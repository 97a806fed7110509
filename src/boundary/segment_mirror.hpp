// SPDX-License-Identifier: MIT
#pragma once
#include "boundary/planes.hpp"
#include "boundary/solid_rows.hpp"
#include "boundary/voxels.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Segment mirror, for stencils along the axes: on every grid line each run of air has half-sample mirrors of its own
/// at its ends, solids or closed faces. So the operator is a sum of 1-D mirror operators and keeps the free-space
/// bound. Appends what is added to the bulk operator, which reads 0 in solids and mirrored values beyond the sides of
/// the domain. Weights are multiplied by courant^2. Rows are appended for the nodes of `planes`, with node indices of
/// the whole room.
void add_segment_mirror(const Stencil& stencil, double courant, const VoxelRoom& room, const SolidRows& rows,
                        const Planes& planes, Corrections& corrections);

}  // namespace wavesim
