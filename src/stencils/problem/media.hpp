// SPDX-License-Identifier: MIT
#pragma once
#include <variant>

#include "stencils/problem/medium_shape.hpp"

namespace wavesim {

/// The kinds of media. stencils/README.md says which code may distinguish them.
using MediumShape = std::variant<ScalarShape, DensityShape, TtiShape, ProgramShape>;

}  // namespace wavesim
