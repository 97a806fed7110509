// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/statement_layout.hpp"

#include "stencils/cpu/round_up.hpp"

namespace wavesim::cpu {

FieldLayout make_statement_layout(const Extent& extent, const equations::StatementGraph& graph, Precision precision) {
    const std::int64_t line = 64 / bytes_of(precision);
    FieldLayout layout;
    layout.extent = extent;
    layout.halo_x = graph.halo(0);
    layout.halo_y = graph.halo(1);
    layout.halo_z = graph.halo(2);
    layout.lead = round_up(layout.halo_x, line);
    // Whole vectors read up to a line behind the halo of a row, and nothing of the next one.
    layout.row_pitch = round_up(extent.nx + 2 * layout.halo_x + line, line);
    if (layout.row_pitch * bytes_of(precision) % 512 == 0) layout.row_pitch += line;
    layout.plane_pitch = layout.row_pitch * (extent.ny + 2 * layout.halo_y);
    if (layout.plane_pitch * bytes_of(precision) % 4096 == 0) layout.plane_pitch += line;
    layout.values = layout.plane_pitch * (extent.nz + 2 * layout.halo_z) + 2 * layout.lead + 4 * line;
    return layout;
}

}  // namespace wavesim::cpu
