// SPDX-License-Identifier: MIT
#include "stencils/backend/pass_share.hpp"

namespace wavesim {

double wall_faces(const StencilProblem& problem) {
    const WallPasses& walls = problem.walls;
    return static_cast<double>(walls.explicit_walls.nodes.size() + walls.branch_walls.laws.size() +
                               walls.ports.nodes.size() + walls.corrections.size());
}

double layer_share(const StencilProblem& problem) {
    double share = 0;
    for (int axis = 0; axis < 3; ++axis)
        share += static_cast<double>(problem.layers.of(axis, false) + problem.layers.of(axis, true)) /
                 static_cast<double>(problem.extent.along(axis));
    return share;
}

}  // namespace wavesim
