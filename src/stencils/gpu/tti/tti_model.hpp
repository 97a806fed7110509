// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/machine.hpp"
#include "stencils/gpu/single/kernel_form.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Predicted time per node [s] of a whole step.
double gpu_tti_ctpn(const StencilProblem& problem, const Machine& machine);
/// The 73-point form with the strategy that `form` has for isotropic media.
double gpu_k73_ctpn(const KernelForm& form, const StencilProblem& problem, const Machine& machine);

}  // namespace wavesim
