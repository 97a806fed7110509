// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "stencils/backend/backend.hpp"

namespace wavesim {

/// Joules per step, from the device's energy counter over at least `seconds`; empty without one.
std::optional<double> measure_energy(const Problem& problem, const BackendEntry& backend, const BackendOptions& options,
                                     double seconds);

}  // namespace wavesim
