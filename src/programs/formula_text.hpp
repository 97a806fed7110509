// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "programs/formula.hpp"

namespace wavesim {

/// A number as CUDA C++, of the type Real.
std::string real_text(double value);

/// The function `update` of a Spec: the formula as it is written, with products that one sum alone uses fused into it,
/// divisions by constants as products, and one over a root as one operation.
std::string update_function(const StencilFormula& formula);

}  // namespace wavesim
