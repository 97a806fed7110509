// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solvers/scene/point.hpp"
#include "solvers/space/mesh_room.hpp"
#include "stencils/problem/problem_shape.hpp"
#include "stencils/problem/regions.hpp"
#include "stencils/slabs/slab_plan.hpp"

namespace wavesim {

/// A part of the grid, the backend that updates it, and its expected cost: parts of the memory of the backend and of
/// the time of a step.
struct PlannedRegion : Region {
    std::string isa;  ///< CPU ISA level
    std::string why;  ///< why this backend, where there was a choice
    RegionLists lists = {};
    std::int64_t memory_bytes = 0;  ///< of the device on a GPU
    double step_s = 0;              ///< 0: not known
};

/// Snapshots as planned: u^step of the nodes of `box` at the `count` steps nearest to `first_step + k every_steps`.
/// These are times in time steps and need not be integers, so snapshots never drift. `every_steps` >= 1; if it is 1,
/// `first_step` is an integer.
struct PlannedSnapshots {
    NodeBox box;
    double every_steps = 1;
    std::int64_t count = 0;
    double first_step = every_steps;

    std::int64_t step_of(std::int64_t index) const {
        return std::llround(first_step + static_cast<double>(index) * every_steps);
    }
    /// Number of snapshots at steps before `step`, which is also the index of the next one.
    std::int64_t taken_before(std::int64_t step) const {
        std::int64_t index = std::llround((static_cast<double>(step) - first_step) / every_steps);
        index = std::clamp<std::int64_t>(index, 0, count);
        while (index > 0 && step_of(index - 1) >= step) --index;
        while (index < count && step_of(index) < step) ++index;
        return index;
    }
};

/// Samples of a SEG-Y file, whose intervals are integer microseconds and whose sample counts have 16 bits.
struct PlannedSegy {
    std::int64_t interval_us = 0;
    std::int64_t samples = 0;  ///< per trace of a complete run
    bool resampled = false;    ///< the interval is not the time step
};

/// Nodes on which a source or receiver acts.
struct PlannedPoint {
    Point position;      ///< m; for nearest-node points the position of the node
    int half_width = 0;  ///< nodes per side of the interpolation; 0 for a single node
    float error = 0;     ///< largest interpolation error along an axis, for waves up to the highest frequency
};

/// Whether time dispersion is removed from the traces after the run (TimeDispersion).
struct PlannedCorrection {
    bool on = false;
    std::int64_t steps_beyond = 0;  ///< additional steps that this requires after the end
};

/// What a run computes, as numbers that are fixed before step 0.
struct PlanDecision {
    ProblemShape shape;  ///< grid with its layers, stencil, Courant number, precision, kind of medium
    double spacing_m = 0;
    std::shared_ptr<const MeshRoom> mesh;  ///< solids from a mesh; none without a mesh
    double time_step_s = 0;
    std::int64_t steps = 0;  ///< samples of each trace
    PlannedCorrection time_correction;
    double slowest_m_s = 0;    ///< speeds of sound: points per wavelength are counted for the slowest,
    double fastest_m_s = 0;    ///< the Courant number for the fastest
    double courant_limit = 0;  ///< enforced limit of this stencil and these walls
    std::string backend;       ///< name in the registry
    std::vector<PlannedRegion> regions;
    SlabPlan slabs;  ///< slabs of several GPUs; empty if one device computes the complete grid
    std::optional<PlannedSnapshots> snapshots;
    std::optional<PlannedSegy> segy;
    std::int64_t shot = 0;                ///< shot of the scene's survey that determines the positions of sources and
                                          ///< receivers
    std::vector<PlannedPoint> sources;    ///< one per scene source
    std::vector<PlannedPoint> receivers;  ///< one per scene receiver

    /// All steps of the run.
    std::int64_t steps_run() const { return steps + time_correction.steps_beyond; }
};

}  // namespace wavesim
