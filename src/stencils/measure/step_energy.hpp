// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <optional>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/energy_meter.hpp"

namespace wavesim {

/// The counter of what a backend runs on: that of the GPU (NVML), or those of all processors (RAPL).
std::function<EnergyReading()> energy_meter(const BackendEntry& backend, int device);

/// Joules per step, from the counter of energy_meter over at least `seconds`; empty without one.
std::optional<double> measure_energy(const Problem& problem, const BackendEntry& backend, const BackendOptions& options,
                                     double seconds);

}  // namespace wavesim
