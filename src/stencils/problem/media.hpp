// SPDX-License-Identifier: MIT
#pragma once
#include <variant>

#include "stencils/problem/medium_shape.hpp"

namespace wavesim {

/// The kinds of media. Nothing but the rows of backends and what builds problems asks which kind a medium is.
using MediumShape = std::variant<ScalarShape, DensityShape, TtiShape, ProgramShape>;

}  // namespace wavesim
