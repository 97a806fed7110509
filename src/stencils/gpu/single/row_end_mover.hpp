// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/row_ends.hpp"
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

/// The sweep does where rows are longer than two packs, no layers or ports add to its result, any such wall is lossy,
/// and stencil and medium leave registers for it.
RowEndMover row_end_mover(const KernelForm& form, const StencilProblem& problem);

}  // namespace wavesim
