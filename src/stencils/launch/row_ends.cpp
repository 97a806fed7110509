// SPDX-License-Identifier: MIT
#include "stencils/launch/row_ends.hpp"

#include <algorithm>
#include <limits>

#include "stencils/launch/face_laws.hpp"

namespace wavesim {

RowEndMover row_end_mover(const KernelForm& form, const StencilProblem& problem) {
    const std::int64_t nx = problem.extent.nx;
    const ExplicitWalls& faces = problem.walls.explicit_walls;
    const BranchWalls& branches = problem.walls.branch_walls;
    const std::int64_t pack = 16 / bytes_of(problem.precision);
    const std::int64_t most_points = problem.precision == Precision::float64 && radius(problem.stencil) == 1 ? 7 : 100;
    const bool registers_left = point_count(problem.stencil) <= most_points && radius(problem.stencil) <= 5;
    if (!form.finishes_ends || !registers_left || medium_kind(problem.speed) > kernels::medium_float ||
        problem.stencil.dims != 3 || problem.layers.any() || nx <= 2 * pack ||
        2 * problem.extent.nz * (problem.extent.ny + 32) > std::numeric_limits<int>::max() ||
        faces.law.size() + branches.law.size() >= std::numeric_limits<unsigned short>::max())
        return RowEndMover::passes;
    const auto at_end = [nx](std::int64_t node) { return node % nx == 0 || node % nx == nx - 1; };
    const bool any = std::any_of(faces.nodes.begin(), faces.nodes.end(), at_end) ||
                     std::any_of(branches.nodes.begin(), branches.nodes.end(), at_end);
    return any ? RowEndMover::sweep : RowEndMover::passes;
}

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
