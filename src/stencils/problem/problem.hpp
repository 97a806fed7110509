// SPDX-License-Identifier: MIT
#pragma once
#include <variant>

#include "stencils/problem/problem_kinds.hpp"

namespace wavesim {

/// The problem that a backend solves, for a medium of one kind. A new kind is one more alternative here and in
/// media.hpp, and the kernels that backends register for it (BackendEntry::media).
using Problem = std::variant<ScalarProblem, DensityProblem, TtiProblem, ProgramProblem>;

/// The common part of the problems of all kinds of media.
inline const StencilProblem& common_part(const Problem& problem) {
    return std::visit([](const StencilProblem& common) -> const StencilProblem& { return common; }, problem);
}
inline StencilProblem& common_part(Problem& problem) {
    return std::visit([](StencilProblem& common) -> StencilProblem& { return common; }, problem);
}

}  // namespace wavesim
