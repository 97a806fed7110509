// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "stencils/backend/backend.hpp"

namespace wavesim {

/// ||u - v|| / ||v|| after 20 steps from random fields, u by this backend, v by the CPU backend in double. The grid is
/// small (160 x 48 x 40 nodes, 160 x 48 in 2D, plus the absorbing layers), but the kernel is the same. Empty if the
/// backend cannot run that grid on this machine.
std::optional<double> measure_error(const ProblemShape& shape, const BackendEntry& backend,
                                    const BackendOptions& options, const Machine& machine);

}  // namespace wavesim
