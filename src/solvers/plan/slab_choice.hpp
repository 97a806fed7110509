// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solvers/plan/backend_choice.hpp"

namespace wavesim {

/// The backend that advances a problem on all GPUs of a machine, and how they share the grid. Numbers of the proposal
/// are totals over all GPUs, except device memory, which is the largest of one GPU. `auto` chooses as choose_backend
/// does, by the most expensive slab, among backends that can advance slabs. Free memory is not checked. Throws
/// EnvironmentError (device) if the grid has too few planes for so many GPUs or no backend can run it so.
BackendChoice choose_slabs(std::span<const BackendEntry> table, const std::string& name, const StencilProblem& problem,
                           const Machine& machine, const RunSteps& steps);

/// Bytes that the slab with most ghosts receives from its neighbours per exchange.
std::int64_t exchange_bytes(const StencilProblem& problem, const std::vector<Slab>& slabs);

/// A warning if several GPUs are predicted to be slower than one.
std::vector<std::string> slab_warnings(const SlabPlan& slabs);

/// The largest memory of a GPU that a backend needs for a problem on all GPUs of a machine; no value if it cannot run
/// it.
std::optional<std::int64_t> most_device_bytes(const BackendEntry& row, const StencilProblem& problem,
                                              const Machine& machine);

/// Smallest free memory of all GPUs of a machine.
std::int64_t least_device_memory(const Machine& machine);

}  // namespace wavesim
