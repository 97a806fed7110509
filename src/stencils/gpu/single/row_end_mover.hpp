// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/row_ends.hpp"
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

/// Chooses the sweep if rows are longer than two packs, no layers or ports add to its result, and any wall at the ends
/// of rows is lossy. Stencil and medium must leave enough registers.
RowEndMover row_end_mover(const KernelForm& form, const StencilProblem& problem);

}  // namespace wavesim
