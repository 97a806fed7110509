// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "solvers/decision/draft.hpp"
#include "solvers/plan/stencil_choice.hpp"

namespace wavesim {

/// The stencil that a scene names for its program; leggy-4 by default. No value, and a fault, if there is no such
/// stencil.
std::optional<Stencil> program_stencil(const Scene& scene, std::vector<Fault>& faults);

/// The same with the largest stable time step, from the symbol of the program for all values of its parameters. No
/// value, and a fault, if no time step is stable. The draft must have its grid and its speeds.
std::optional<StencilChoice> choose_program_stencil(const PlanDraft& draft, std::vector<Fault>& faults);

}  // namespace wavesim
