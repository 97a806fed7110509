// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/measure/triad_rate.hpp"

namespace wavesim {

/// Values per array of F for a grid of that many nodes. On a GPU at most 512^3: beyond that F does not depend on the
/// size, and the device memory is needed for the field.
std::int64_t floor_elements(std::int64_t nodes, const BackendEntry& backend);

/// The floor F on the device of the backend. Throws std::bad_alloc, KernelError.
std::unique_ptr<TriadRate> make_floor(std::int64_t nodes, Precision precision, const BackendEntry& backend,
                                      const BackendOptions& options);

/// Calls `act` `times` times, with measurements of F before and after each call. The result for each call is the mean
/// of both, since the machine may change its speed meanwhile; in seconds per element, each from `sweeps` sweeps.
std::vector<double> floors_beside(TriadRate& floor, int sweeps, int times, const std::function<void()>& act);

}  // namespace wavesim
