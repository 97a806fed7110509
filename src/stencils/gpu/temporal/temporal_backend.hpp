// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// The backend for several steps per pass.
BackendEntry temporal_backend();

}  // namespace wavesim
