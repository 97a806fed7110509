// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// The stencil-independent kernels: wavesim_passes, _row_ends, _health, _gather, _floor.
std::string support_source(Precision precision);

}  // namespace wavesim
