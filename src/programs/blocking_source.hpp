// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "programs/blocking_configuration.hpp"

namespace wavesim {

/// `struct NAME` with the constants and the formula of a program, as programs/blocking.cuh needs it.
std::string blocking_spec(const StencilProgram& program, const BlockingConfiguration& configuration,
                          Precision precision, const std::string& name);

/// The source text for the run-time compiler; the kernel is `wavesim_blocking`.
std::string blocking_source(const StencilProgram& program, const BlockingConfiguration& configuration,
                            Precision precision);

}  // namespace wavesim
