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
/// EnvironmentError (device) where the grid has too few planes for so many or no row can run it so.
BackendChoice choose_slabs(std::span<const BackendEntry> table, const std::string& name, const StencilProblem& problem,
                           const Machine& machine, const RunSteps& steps);

/// A sentence where several GPUs are predicted to take longer than one.
std::vector<std::string> slab_warnings(const SlabPlan& slabs);

/// The most memory of a GPU that a row needs for a problem on all GPUs of a machine; none where it cannot run it.
std::optional<std::int64_t> most_device_bytes(const BackendEntry& row, const StencilProblem& problem,
                                              const Machine& machine);

/// What is free on that GPU of a machine where it is least.
std::int64_t least_device_memory(const Machine& machine);

}  // namespace wavesim
