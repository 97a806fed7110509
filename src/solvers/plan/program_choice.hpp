// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "solvers/decision/draft.hpp"
#include "solvers/plan/stencil_choice.hpp"

namespace wavesim {

/// The stencil that a scene names for its program; leggy-4 where it names none. Nothing, with a fault, where there is
/// no such stencil.
std::optional<Stencil> program_stencil(const Scene& scene, std::vector<Fault>& faults);

/// The same and the largest stable time step, found from the symbol of the program for all values that its parameters
/// have. Nothing, with a fault, where no time step is stable. The draft has its grid and its speeds.
std::optional<StencilChoice> choose_program_stencil(const PlanDraft& draft, std::vector<Fault>& faults);

}  // namespace wavesim
