// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend.hpp"
#include "stencils/measure/triad_rate.hpp"

namespace wavesim {

/// Values per array of F for a grid of that many nodes. On a GPU at most 512^3: F no longer depends on the size there,
/// and the device's memory is for the field.
std::int64_t floor_elements(std::int64_t nodes, const BackendEntry& backend);

/// F where the backend runs. Throws std::bad_alloc, KernelError.
std::unique_ptr<TriadRate> make_floor(std::int64_t nodes, Precision precision, const BackendEntry& backend,
                                      const BackendOptions& options);

}  // namespace wavesim
