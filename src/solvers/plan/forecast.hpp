// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "boundary/walls.hpp"
#include "solvers/decision/outline.hpp"
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// Peak memory of a run of a problem, which may be given without lists. `mask_bytes`: size of the voxel mask that
/// exists during planning.
MemoryForecast forecast_memory(const PlanOutline& plan, const StencilProblem& problem, const BackendEntry& backend,
                               const Proposal& proposal, std::int64_t mask_bytes, const Machine& machine);

/// Largest size of a checkpoint at the end of a run, bytes: the memory of the backend without the medium, the samples,
/// and the planes of pictures.
std::int64_t state_bytes(const PlanOutline& plan, const MemoryForecast& memory);

/// Largest part of a checkpoint that waits in memory for the disk, bytes. On a GPU it is the complete checkpoint if
/// this fits into half of the free memory, so that the run continues soon. A CPU keeps its memory for the fields.
std::int64_t waiting_state_bytes(const PlanOutline& plan, const MemoryForecast& memory, const Machine& machine);

/// Bytes of the result folder: traces, WAV files, snapshots and pictures.
std::int64_t forecast_disk(const PlanOutline& plan);

/// Finest spacing [m] at which the grid, without lists of walls, fits into the memories of the machine, rounded up to
/// three digits. No value if no grid fits.
std::optional<double> finest_spacing(const PlanOutline& plan, const BackendEntry& backend, const Machine& machine);

/// Refuse a run that does not fit: throw EnvironmentError (memory) with the needed and the free memory and the finest
/// spacing that fits. The first function uses only the grid and runs before anything is allocated; the second uses the
/// complete forecast. `proposal` is that of the backend for the grid alone. `instead` is a GPU backend that could run a
/// coarser grid; its finest spacing is then reported first.
void expect_memory_for_grid(const PlanOutline& plan, const BackendEntry& backend, const Proposal& proposal,
                            const Machine& machine, const BackendEntry* instead = nullptr);
void expect_memory(const PlanOutline& plan, const BackendEntry& backend, const Machine& machine,
                   const BackendEntry* instead = nullptr);

}  // namespace wavesim
