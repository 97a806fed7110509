// SPDX-License-Identifier: MIT
#include "stencils/cpu/field_layout.hpp"

#include <algorithm>

#include "stencils/cpu/round_up.hpp"

namespace wavesim::cpu {

namespace {

constexpr std::int64_t line_bytes = 64;

}  // namespace

FieldLayout make_field_layout(const Extent& extent, const Stencil& stencil, Precision precision) {
    const std::int64_t line = line_bytes / bytes_of(precision);
    const std::int64_t halo = radius(stencil);
    FieldLayout layout;
    layout.extent = extent;
    layout.halo_x = halo;
    layout.halo_y = stencil.dims == 3 ? halo : 0;
    layout.halo_z = halo;
    layout.lead = round_up(halo, line);
    // The high halo of a row and the low halo of the next row are adjacent, mostly in one cache line.
    layout.row_pitch = round_up(extent.nx + std::max(2 * halo, layout.lead), line);
    if (layout.row_pitch * bytes_of(precision) % 512 == 0) layout.row_pitch += line;
    layout.plane_pitch = layout.row_pitch * (extent.ny + 2 * layout.halo_y);
    if (layout.plane_pitch * bytes_of(precision) % 4096 == 0) layout.plane_pitch += line;
    // Kernels work with whole vectors and may read this far beyond the last row.
    layout.values = layout.plane_pitch * (extent.nz + 2 * layout.halo_z) + 2 * layout.lead + 4 * line;
    return layout;
}

}  // namespace wavesim::cpu
