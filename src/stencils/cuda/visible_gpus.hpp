// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu.hpp"

namespace wavesim {

/// What can be known of a visible GPU without a context: all but its memory.
Gpu properties_of(int index);

}  // namespace wavesim
