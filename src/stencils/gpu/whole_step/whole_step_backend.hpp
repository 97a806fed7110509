// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// The row of the registry for one launch per step.
BackendEntry whole_step_backend();

}  // namespace wavesim
