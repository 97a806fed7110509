// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/measure/triad_rate.hpp"

namespace wavesim {

/// Values per array of F for a grid of that many nodes. On a GPU at most 512^3: F no longer depends on the size there,
/// and the device's memory is for the field.
std::int64_t floor_elements(std::int64_t nodes, const BackendEntry& backend);

/// F where the backend runs. Throws std::bad_alloc, KernelError.
std::unique_ptr<TriadRate> make_floor(std::int64_t nodes, Precision precision, const BackendEntry& backend,
                                      const BackendOptions& options);

/// Calls act so many times. F beside each call is the mean of F before and after it, since the machine may change
/// speed meanwhile; seconds per element, each from so many sweeps.
std::vector<double> floors_beside(TriadRate& floor, int sweeps, int times, const std::function<void()>& act);

}  // namespace wavesim
