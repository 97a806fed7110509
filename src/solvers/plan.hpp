// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solvers/air_lattice.hpp"
#include "solvers/air_parts.hpp"
#include "solvers/scene.hpp"
#include "solvers/taper_lead.hpp"
#include "solvers/wall_loss.hpp"
#include "stencils/machine.hpp"
#include "stencils/proposal.hpp"
#include "stencils/tti/p_wave_point.hpp"

namespace wavesim {

/// Asked against voxelised geometry.
struct GeometryReport {
    Point size_asked_m;
    Point size_m;
    double volume_asked_m3 = 0;  ///< m2 in 2D
    double volume_m3 = 0;
    struct Area {
        std::string surface;
        double asked_m2;  ///< true area of the boxes' faces that air touches, overlaps ignored (m in 2D)
        double m2;
        double admittance;
    };
    std::vector<Area> areas;
    double solid_shift_m = 0;    ///< largest distance of a face of a solid from its place on the grid
    bool asked_on_grid = false;  ///< solids too many to be measured as asked for: what is asked is that of the grid
    std::vector<AirPart> parts;  ///< what sound reaches from the sources; all air where no source stands in it
};

/// Phase-velocity error at max_frequency.
struct DispersionReport {
    double frequency_hz = 0;
    double points_per_wavelength = 0;
    double axis = 0;  ///< signed relative error along an axis
    double face_diagonal = 0;
    double body_diagonal = 0;  ///< 0 in 2D
    double worst = 0;
    std::array<double, 3> worst_direction{1, 0, 0};
};

/// A part of the grid, the backend that updates it, and its expected cost: parts of the memory of the backend and of
/// the time of a step.
struct PlannedRegion : Region {
    std::string isa;  ///< CPU ISA level
    std::string why;  ///< why this backend, where there was a choice
    RegionLists lists = {};
    std::int64_t memory_bytes = 0;  ///< of the device on a GPU
    double step_s = 0;              ///< 0: not known
};

struct MemoryForecast {
    std::int64_t device = 0;  ///< memory of the GPU, where the backend uses one; all else is host memory
    std::int64_t fields = 0;
    std::int64_t walls = 0;
    std::int64_t medium = 0;       ///< factors of a medium that varies, as planned
    std::int64_t geometry = 0;     ///< voxel mask while planning
    std::int64_t outputs = 0;      ///< traces
    std::int64_t recording = 0;    ///< buffers of traces and snapshots, beside the fields
    std::int64_t writing = 0;      ///< libraries and buffers that write the results, once the fields are gone
    std::int64_t process = 0;      ///< program and libraries
    std::int64_t making = 0;       ///< lists on their way to a GPU, gone before the first step
    CompilerMemory compiler = {};  ///< 0 where kernels come from the cache, or there are none
    /// While the backend is made: kernels are compiled before the last lists are.
    std::int64_t setting_up() const { return fields + std::max(compiler.peak, compiler.kept + making); }
    /// Peak: the mask is gone before the backend is made, its lists are gone before the first step, and the fields
    /// before results are written. What the compiler keeps stays.
    std::int64_t total() const {
        const std::int64_t later = compiler.kept + std::max(fields + recording, writing);
        return process + std::max({geometry, setting_up(), later}) + walls + medium + outputs;
    }
};

/// Seconds that the parts of a run take, all shots together.
struct TimeForecast {
    double steps = 0;
    double receivers = 0;   ///< reading the field at receivers between nodes
    double snapshots = 0;   ///< reading the field and writing VTK files
    double traces = 0;      ///< into result.h5
    double pictures = 0;    ///< of snapshots and gathers
    double sound = 0;       ///< resampling for WAV and SEG-Y files, and writing them
    double comparison = 0;  ///< exact solutions
    double total() const { return steps + receivers + snapshots + traces + pictures + sound + comparison; }
};

/// Snapshots as planned: u^step of the nodes of `box` at the `count` steps nearest to `first_step + k every_steps`,
/// which are times in time steps, not whole: so they never drift. `every_steps` >= 1; where it is 1, `first_step` is
/// whole.
struct PlannedSnapshots {
    NodeBox box;
    double every_steps = 1;
    std::int64_t count = 0;
    double first_step = every_steps;

    std::int64_t step_of(std::int64_t index) const {
        return std::llround(first_step + static_cast<double>(index) * every_steps);
    }
    /// Number of snapshots at steps before `step`, which is the index of the next one.
    std::int64_t taken_before(std::int64_t step) const {
        std::int64_t index = std::llround((static_cast<double>(step) - first_step) / every_steps);
        index = std::clamp<std::int64_t>(index, 0, count);
        while (index > 0 && step_of(index - 1) >= step) --index;
        while (index < count && step_of(index) < step) ++index;
        return index;
    }
};

/// Samples of a SEG-Y file, which counts whole microseconds and 16-bit numbers of samples.
struct PlannedSegy {
    std::int64_t interval_us = 0;
    std::int64_t samples = 0;  ///< per trace of a whole run
    bool resampled = false;    ///< the interval is not the time step
};

/// Where a source or receiver acts on the grid.
struct PlannedPoint {
    Point position;      ///< m; the node's own position for nearest-node points
    int half_width = 0;  ///< nodes per side of the interpolation; 0 for a single node
    float error = 0;     ///< largest of the interpolation along an axis, of a wave up to the highest frequency
};

/// Whether time dispersion is removed from the traces when the run has ended (TimeDispersion).
struct PlannedCorrection {
    bool on = false;
    std::int64_t steps_beyond = 0;  ///< that the run goes on beyond its end for it
};

/// What a run does, as numbers: fixed before step 0.
struct PlanDecision {
    ProblemShape shape;  ///< grid with its layers, stencil, Courant number, precision, kind of medium
    double spacing_m = 0;
    double time_step_s = 0;
    std::int64_t steps = 0;  ///< samples of each trace
    PlannedCorrection time_correction;
    double slowest_m_s = 0;    ///< speeds of sound: points per wavelength are counted for the slowest,
    double fastest_m_s = 0;    ///< the Courant number for the fastest
    double courant_limit = 0;  ///< enforced limit of this stencil and these walls
    std::string backend;       ///< row of the registry
    std::vector<PlannedRegion> regions;
    std::optional<PlannedSnapshots> snapshots;
    std::optional<PlannedSegy> segy;
    std::int64_t shot = 0;                ///< of the scene's survey: sources and receivers stand as in this shot
    std::vector<PlannedPoint> sources;    ///< one per scene source
    std::vector<PlannedPoint> receivers;  ///< one per scene receiver

    /// All steps of the run.
    std::int64_t steps_run() const { return steps + time_correction.steps_beyond; }
};

/// What `plan` prints: reasons, and how far the plan is from what the scene asks for.
struct PlanReport {
    std::string stencil_reason;          ///< why this stencil (auto), or "asked for"
    std::string time_correction_reason;  ///< why it is on or off
    std::string walls_method;
    std::string chosen_by;  ///< options and scene keys that set backend, precision, threads, device
    GeometryReport geometry;
    DispersionReport dispersion;
    std::vector<WallLoss>
        wall_losses;               ///< one per surface with losses, at the highest frequency; of one speed of sound
    double interface_shift_m = 0;  ///< largest distance of an interface of the medium from its place on the grid
    double storage_error_m_s = 0;  ///< largest that Medium::storage makes of a speed
    TaperLead taper_lead;          ///< largest of the sources of a TTI medium, in all shots
    /// Of source and receiver together: their errors of level added, what both leave of the second wave multiplied.
    PWaveErrors p_wave_points;
    bool axes_turn_far = false;  ///< some nodes of a TTI medium's layers are nearer to another axis (TiltedMedium)
    /// Bounds of the shortest way of sound from each source to each receiver through air, m, one source after the
    /// other; empty without solids: all are straight.
    std::vector<WayBounds> ways;
    std::vector<WayBounds> ways_of_shots;  ///< the same of every shot, one after the other; empty without a survey
    std::vector<std::string> warnings;
};

/// What the run is expected to take.
struct PlanForecast {
    MemoryForecast memory;
    std::int64_t disk_bytes = 0;  ///< of all shots
    TimeForecast time;
    double ctpn_s = 0;  ///< time per node of a step; 0: not known
};

/// All of a plan but the data of its problem: cheap.
struct PlanOutline {
    Scene scene;
    PlanDecision decision;
    PlanReport report;
    PlanForecast forecast;

    const Extent& grid() const { return decision.shape.extent; }
    double courant() const { return decision.shape.courant; }
    /// Of the scheme whose dispersion is in the traces: 0 where that of time is removed.
    double courant_of_traces() const { return decision.time_correction.on ? 0 : courant(); }
};

/// What will be done.
struct Plan : PlanOutline {
    Problem problem;    ///< what the backend gets, of the shape decided on
    Proposal proposal;  ///< what it would do
};

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

struct BackendEntry;
struct PlanDraft;

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
