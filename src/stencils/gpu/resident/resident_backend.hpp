// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// The row of the registry for fields that stay on chip for many steps.
BackendEntry resident_backend();

}  // namespace wavesim
