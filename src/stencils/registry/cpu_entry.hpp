// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"

namespace wavesim::cpu {

/// Row of the registry: OpenMP threads, vectorised rows, every problem on this machine's memory.
BackendEntry cpu_entry();

}  // namespace wavesim::cpu
