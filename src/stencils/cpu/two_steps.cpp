// SPDX-License-Identifier: MIT
#include "stencils/cpu/two_steps.hpp"

#include "stencils/cpu/correction_pass.hpp"
#include "stencils/cpu/panel_walk.hpp"

namespace wavesim::cpu {

bool takes_two_steps(const StencilProblem& problem, const FieldLayout& layout,
                     const std::vector<std::vector<Tile>>& tiles_of_threads) {
    return !problem.layers.cross_rows() && problem.medium.density_half_order == 0 &&
           PanelWalk(layout).allows_two_steps(tiles_of_threads) &&
           !reads_beyond_halo(problem.walls.corrections, layout);
}

}  // namespace wavesim::cpu
