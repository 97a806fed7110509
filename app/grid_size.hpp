// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/grid/grid.hpp"

namespace wavesim {

/// The grid of `--size`: `256` is a cube, `300x200` a 2D grid (x, z), `300x200x100` a box. Throws UsageError.
Extent grid_of_size(const std::string& text);

}  // namespace wavesim
