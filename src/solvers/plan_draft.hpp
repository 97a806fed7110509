// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "solvers/fault.hpp"
#include "solvers/grid_choice.hpp"
#include "solvers/plan.hpp"
#include "solvers/solid_boxes.hpp"

namespace wavesim {

/// All of a plan that needs no work per node: grid, stencil, time step, surfaces and every fault of the scene.
struct PlanDraft {
    PlanOutline plan;
    GridChoice grid;
    WallPosition walls = WallPosition::half;
    SurfaceTable surfaces;
    std::vector<double> admittance;  ///< per surface
};

/// Throws SceneError with every fault found.
PlanDraft draft_plan(const Scene& scene, const PlanOptions& options);

/// Frequency above which waves have fewer than 2 points per wavelength where sound is slowest. Such waves look like
/// longer ones on the nodes, so no stencil and no time step carries them.
double carried_frequency(const PlanOutline& plan);

/// Sets the time step and the numbers of steps from the Courant number.
void set_time_step(PlanOutline& plan);

/// Fills in all that follows from the time step: dispersion, snapshots, SEG-Y, outlines of layers. Throws SceneError
/// where traces cannot be written as asked for.
void follow_time_step(PlanDraft& draft);

/// Mirrors at every side, where walls would be. Points and slices are placed by them, whatever the sides are.
std::array<HaloRule, 6> mirrors_of(const PlanDraft& draft);

}  // namespace wavesim
