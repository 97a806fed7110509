// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"

namespace wavesim::cpu {

/// The CPU backend: OpenMP threads, vectorised rows, every problem that fits the memory of this machine.
BackendEntry cpu_entry();

}  // namespace wavesim::cpu
