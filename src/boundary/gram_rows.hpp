// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>

#include "boundary/gram_matrix.hpp"
#include "boundary/planes.hpp"
#include "boundary/solid_rows.hpp"
#include "boundary/voxels.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// What is kept of the rows that were made, for nodes with the same surroundings. Beyond it all is made anew.
struct KeptRows {
    std::size_t entries = std::size_t{1} << 20;      ///< of rows and of what they depend on
    std::size_t form_bytes = std::size_t{16} << 20;  ///< of forms of patches
};

/// Solids and sheets by reflecting walks, for stencils with a Gram matrix (gram_matrix.hpp): the operator becomes the
/// sum of E_i^T Q E_i over the air nodes i (patch_forms.hpp). At flat walls, and at edges and corners of rooms, it is
/// the mirror. Appends what is added to the bulk operator, which reads 0 in solids and mirrored values beyond the sides
/// of the domain. Weights are multiplied by courant^2. Rows are appended for the nodes of `planes`, with node indices
/// of the whole room. They never read further than the stencil does. Rows are made once for each pattern of solids and
/// sides.
/// `gram` is a matrix of the stencil. Solids change rows up to twice the reach of its patch away, along each axis.
void add_gram_rows(const Stencil& stencil, const GramMatrix& gram, double courant, const VoxelRoom& room,
                   const SolidRows& rows, const Planes& planes, Corrections& corrections, const KeptRows& kept = {});

}  // namespace wavesim
