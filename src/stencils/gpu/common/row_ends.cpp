// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/row_ends.hpp"

#include "stencils/gpu/common/face_laws.hpp"

namespace wavesim {

std::int64_t row_end_entries(const Extent& extent, Precision precision) {
    const std::int64_t line = 128 / bytes_of(precision);
    return 2 * extent.nz * ((extent.ny + line - 1) / line * line);
}

RowEndTable row_end_table(RowEndMover mover, const Extent& extent, Precision precision) {
    RowEndTable table;
    if (mover == RowEndMover::passes) return table;
    table.law.assign(static_cast<std::size_t>(row_end_entries(extent, precision)), 0);
    table.pitch = std::ssize(table.law) / (2 * extent.nz);
    return table;
}

std::vector<kernels::FaceLaw<double>> row_end_laws(const StencilProblem& problem) {
    std::vector<kernels::FaceLaw<double>> laws{{0, 1, 0, 0, 0, 0, 0}};
    for (const WallLaw& law : problem.walls.explicit_walls.law) laws.push_back(explicit_face(law, problem.courant));
    for (const WallLaw& law : problem.walls.branch_walls.law)
        laws.push_back(branch_faces({law}, problem.courant).front());
    return laws;
}

}  // namespace wavesim
