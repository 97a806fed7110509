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

/// Fills in the dispersion at its frequency.
void report_dispersion(PlanOutline& plan);

/// Faults of the parts that depend on the grid: points in solids, sources most of whose energy it does not carry,
/// snapshots, the comparison.
void find_point_faults(const PlanDraft& draft, std::vector<Fault>& faults);
void find_aliased_faults(const PlanDraft& draft, std::vector<Fault>& faults);
void find_output_faults(const PlanDraft& draft, std::vector<Fault>& faults);

/// Snapshots as planned, if asked for; needs the time step.
std::optional<PlannedSnapshots> plan_snapshots(const PlanDraft& draft);

/// What a careful reader of the plan should know: thin solids, poor resolution, signals beyond max_frequency or
/// with a net volume.
std::vector<std::string> draft_warnings(const PlanDraft& draft);

}  // namespace wavesim
