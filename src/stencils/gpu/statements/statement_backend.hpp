// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// The backend for programs.
BackendEntry statement_backend();

}  // namespace wavesim
