// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "programs/formula.hpp"

namespace wavesim {

/// A number as CUDA C++, of the type Real.
std::string real_text(double value);

/// The function `update` of a Spec: the formula as written. Products that are used by one sum only are fused into it,
/// divisions by constants become products, and one over a root becomes one operation.
std::string update_function(const StencilFormula& formula);

}  // namespace wavesim
