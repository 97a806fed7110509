// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "boundary/walls.hpp"
#include "solvers/decision/outline.hpp"
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// Peak memory of a run of a problem, whose lists may be missing. `mask_bytes` is the voxel mask that exists while
/// planning.
MemoryForecast forecast_memory(const PlanOutline& plan, const StencilProblem& problem, const BackendEntry& backend,
                               const Proposal& proposal, std::int64_t mask_bytes, const Machine& machine);

/// Bytes of a checkpoint at the end of a run, at most: all that is computed with but the medium, samples, planes of
/// pictures.
std::int64_t state_bytes(const PlanOutline& plan, const MemoryForecast& memory);

/// Bytes of a checkpoint that wait in memory until the disk takes them, at most. On a GPU it is all of it where half of
/// the free memory is enough, so that time goes on soon; a CPU keeps its memory for the fields.
std::int64_t waiting_state_bytes(const PlanOutline& plan, const MemoryForecast& memory, const Machine& machine);

/// Bytes of the result folder: traces, WAV files, snapshots and pictures.
std::int64_t forecast_disk(const PlanOutline& plan);

/// Finest spacing [m] at which the grid alone, without lists of walls, fits the memories of the machine, rounded up to
/// three digits; none where no grid does.
std::optional<double> finest_spacing(const PlanOutline& plan, const BackendEntry& backend, const Machine& machine);

/// Refuse a run that does not fit: throw EnvironmentError (memory) that names need, free and the finest spacing
/// that fits. The first works on the grid alone, before anything is allocated, the second on the whole forecast.
/// `proposal` is the backend's for the grid alone. `instead` is a backend on a GPU that would run a coarser grid: its
/// finest spacing then comes first.
void expect_memory_for_grid(const PlanOutline& plan, const BackendEntry& backend, const Proposal& proposal,
                            const Machine& machine, const BackendEntry* instead = nullptr);
void expect_memory(const PlanOutline& plan, const BackendEntry& backend, const Machine& machine,
                   const BackendEntry* instead = nullptr);

}  // namespace wavesim
