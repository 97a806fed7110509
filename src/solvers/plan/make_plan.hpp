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

/// The same and the lists of its walls: what a plan tells of itself.
struct PlanSketch : PlanOutline {
    WallPasses walls;
};

/// What `run` may override.
struct PlanOptions {
    std::string backend = "auto";
    std::string backend_place;  ///< the scene's key that names it, for messages; empty: an option or default does
    Precision precision = Precision::float32;
    std::int64_t shot = 0;  ///< which shot of the scene's survey to plan
    std::string chosen_by;  ///< options and scene keys that set backend, precision, threads, device
};

/// The warnings of a scene without faults.
struct SceneCheck {
    std::vector<std::string> warnings;
    std::int64_t disk_bytes = 0;  ///< of the result folder
};

/// Looks for every fault and warning that make_plan would find, without building anything per node: well under 100 ms.
/// Throws as make_plan does; the memory it expects leaves out the lists of walls and points.
SceneCheck check_plan(const Scene& scene, const Machine& machine, const PlanOptions& options);

/// Sets what a draft forecasts of memory and disk: without the lists of walls and points, and with the time step that
/// walls or densities may still lower. Builds nothing per node. Throws EnvironmentError (memory) when the run does not
/// fit, (device) when no backend can run it. Returns the backend that would run it.
const BackendEntry& expect_to_fit(PlanDraft& draft, const Machine& machine, const PlanOptions& options);

/// Draft -> Plan, by the options of the draft; pure (no device, clock or file). Throws as expect_to_fit does, and
/// SceneError for faults that only show per node.
Plan make_plan(PlanDraft draft, const Machine& machine, const PlanOptions& options);
/// All that make_plan tells, in a tenth of the memory of the run: nothing that counts per node is ever there as a
/// whole.
PlanSketch sketch_plan(PlanDraft draft, const Machine& machine, const PlanOptions& options);
/// Scene -> Plan. Throws SceneError with every fault found, and as above.
Plan make_plan(const Scene& scene, const Machine& machine, const PlanOptions& options);

}  // namespace wavesim
