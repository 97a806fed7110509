// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"

namespace wavesim::cpu {

/// The CPU backend for programs: StatementStep with receivers, sources, field checks and a state.
std::unique_ptr<StencilBackend> make_program_backend(const ProgramProblem& problem, const BackendOptions& options);

}  // namespace wavesim::cpu
