// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"

namespace wavesim::cpu {

/// What the CPU backend provides for programs.
MediumSupport program_support();

}  // namespace wavesim::cpu
