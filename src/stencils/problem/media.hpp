// SPDX-License-Identifier: MIT
#pragma once
#include <variant>

#include "stencils/problem/medium_shape.hpp"

namespace wavesim {

/// The kinds of media. Who may ask which kind a medium is: stencils/README.md.
using MediumShape = std::variant<ScalarShape, DensityShape, TtiShape, ProgramShape>;

}  // namespace wavesim
