// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/row_end_mover.hpp"

#include <algorithm>
#include <limits>

#include "stencils/gpu/common/face_laws.hpp"

namespace wavesim {

RowEndMover row_end_mover(const KernelForm& form, const StencilProblem& problem) {
    const std::int64_t nx = problem.extent.nx;
    const ExplicitWalls& faces = problem.walls.explicit_walls;
    const BranchWalls& branches = problem.walls.branch_walls;
    const std::int64_t pack = 16 / bytes_of(problem.precision);
    const std::int64_t most_points = problem.precision == Precision::float64 && radius(problem.stencil) == 1 ? 7 : 100;
    const bool registers_left = point_count(problem.stencil) <= most_points && radius(problem.stencil) <= 5;
    if (!form.finishes_ends || !registers_left || medium_kind(problem.speed) > kernels::medium_float ||
        problem.stencil.dims != 3 || problem.layers.any() || !problem.walls.ports.empty() || nx <= 2 * pack ||
        2 * problem.extent.nz * (problem.extent.ny + 32) > std::numeric_limits<int>::max() ||
        faces.law.size() + branches.law.size() >= std::numeric_limits<unsigned short>::max())
        return RowEndMover::passes;
    const auto at_end = [nx](std::int64_t node) { return node % nx == 0 || node % nx == nx - 1; };
    const bool any = std::any_of(faces.nodes.begin(), faces.nodes.end(), at_end) ||
                     std::any_of(branches.nodes.begin(), branches.nodes.end(), at_end);
    return any ? RowEndMover::sweep : RowEndMover::passes;
}

}  // namespace wavesim
