// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/grid/grid.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

// Parts of the text of kernels.

std::string number(double value);
std::string real_name(Precision precision);

/// courant^2 a by |dx|, |dy|, |dz| in any order, as a function the compiler folds.
std::string weight_function(const Stencil& stencil, double courant);

/// A static check that both compilers lay out a type in the same way.
template <class Arguments>
std::string agree(const std::string& type) {
    return "static_assert(sizeof(" + type + ") == " + std::to_string(sizeof(Arguments)) + ");\n";
}

}  // namespace wavesim
