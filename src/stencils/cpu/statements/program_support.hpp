// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/backend/backend.hpp"

namespace wavesim::cpu {

/// One sentence why a problem whose medium is a program cannot be run by any backend; empty if it can.
std::string program_why_not(const StencilProblem& problem);

/// Throws std::invalid_argument unless there are values for each parameter.
void expect_parameters(const ProgramProblem& problem);

/// What the CPU backend provides for programs.
MediumSupport program_support();

}  // namespace wavesim::cpu
