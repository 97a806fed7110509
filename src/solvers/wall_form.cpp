// SPDX-License-Identifier: MIT
#include "solvers/wall_form.hpp"

#include <algorithm>

#include "boundary/walls.hpp"

namespace wavesim {

WallScheme wall_scheme(const PlanOutline& plan) {
    const WallForm form = plan.scene.boundaries.walls;
    const Stencil& stencil = plan.decision.shape.stencil;
    WallScheme scheme{stencil, plan.courant(), WallTime::branch,
                      form == WallForm::whole ? WallPosition::whole : WallPosition::half, 0};
    if (form != WallForm::lumped) scheme.air_mass = std::max(0.0, half_cell_air_mass(stencil, scheme.position));
    const bool half_cell = form == WallForm::automatic || form == WallForm::half;
    if (half_cell && wall_support(stencil).explicit_form) scheme.time = WallTime::explicit_form;
    return scheme;
}

}  // namespace wavesim
