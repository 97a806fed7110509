// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/decision/outline.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

struct BackendEntry;
struct Machine;
struct Plan;
struct PlanDraft;

/// An outline and the lists of its walls: the part of a plan that is reported.
struct PlanSketch : PlanOutline {
    WallPasses walls;
};

/// Options of `run` that override the scene.
struct PlanOptions {
    std::string backend = "auto";
    std::string backend_place;  ///< the scene's key that names it, for messages; empty: an option or default does
    Precision precision = Precision::float32;
    int threads = 1;        ///< that may work on the plan; its result is the same for any number
    std::int64_t shot = 0;  ///< shot of the scene's survey that is planned
    std::string chosen_by;  ///< options and scene keys that set backend, precision, threads, device
};

/// The warnings of a scene without faults.
struct SceneCheck {
    std::vector<std::string> warnings;
    std::int64_t disk_bytes = 0;  ///< of the result folder
};

/// Finds every fault and warning that make_plan would find, without work per node: well under 100 ms. Throws like
/// make_plan. Its memory forecast excludes the lists of walls and points.
SceneCheck check_plan(const Scene& scene, const Machine& machine, const PlanOptions& options);

/// Sets the forecast of memory and disk of a draft. It excludes the lists of walls and points, and uses a time step
/// that walls or densities may still lower. Needs no work per node. Throws EnvironmentError (memory) if the run does
/// not fit, (device) if no backend can run it. Returns the backend that would run it.
const BackendEntry& expect_to_fit(PlanDraft& draft, const Machine& machine, const PlanOptions& options);

/// Draft -> Plan, with the options of the draft; pure (no device, clock or file). Throws like expect_to_fit, and
/// SceneError for faults that only work per node can find.
Plan make_plan(PlanDraft draft, const Machine& machine, const PlanOptions& options);
/// The reported part of make_plan, in a tenth of the memory of the run: no array with a value per node is ever complete
/// in memory.
PlanSketch sketch_plan(PlanDraft draft, const Machine& machine, const PlanOptions& options);
/// Scene -> Plan. Throws SceneError with every fault found, and like the functions above.
Plan make_plan(const Scene& scene, const Machine& machine, const PlanOptions& options);

}  // namespace wavesim
