// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "solvers/decision/outline.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/space/grid_choice.hpp"
#include "solvers/space/solid_boxes.hpp"

namespace wavesim {

/// The part of a plan that needs no work per node: grid, stencil, time step, surfaces and all faults of the scene.
struct PlanDraft {
    PlanOutline plan;
    GridChoice grid;
    WallPosition walls = WallPosition::half;
    /// The problem with walls half a cell beyond the nodes, if `walls: auto` puts them on the nodes instead.
    std::optional<ProblemShape> half_walls = {};
    SurfaceTable surfaces;
    std::vector<double> admittance;  ///< per surface
};

}  // namespace wavesim
