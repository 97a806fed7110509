// SPDX-License-Identifier: MIT
// The kinds of media. A new kind is one more alternative of both variants and the kernels that backends register for it
// (BackendEntry::media): nothing else asks which kind a medium is.
#pragma once
#include <variant>

#include "stencils/medium_shape.hpp"

namespace wavesim {

struct ScalarProblem;
struct DensityProblem;
struct TtiProblem;

using MediumShape = std::variant<ScalarShape, DensityShape, TtiShape>;
using Problem = std::variant<ScalarProblem, DensityProblem, TtiProblem>;  // problem.hpp

}  // namespace wavesim
