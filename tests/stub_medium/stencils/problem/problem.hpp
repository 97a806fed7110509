// SPDX-License-Identifier: MIT
// Stands before the product's header of this name: the problem of one kind of medium more.
#pragma once
#include <variant>

#include "stencils/problem/problem_kinds.hpp"

namespace wavesim {

struct StubProblem : ProblemOf<StubShape> {
    using ProblemOf::ProblemOf;
};

using Problem = std::variant<ScalarProblem, DensityProblem, TtiProblem, ProgramProblem, StubProblem>;

inline Problem sample_problem(const StubShape&, const ProblemShape& shape) { return StubProblem(shape); }

inline const StencilProblem& common_part(const Problem& problem) {
    return std::visit([](const StencilProblem& common) -> const StencilProblem& { return common; }, problem);
}
inline StencilProblem& common_part(Problem& problem) {
    return std::visit([](StencilProblem& common) -> StencilProblem& { return common; }, problem);
}

}  // namespace wavesim
