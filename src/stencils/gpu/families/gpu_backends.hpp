// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

/// The registry rows of the GPU backends, best first. They plan in every build; cuda/ runs them, and no_cuda/ says why
/// it cannot.
std::span<const BackendEntry> gpu_backends();

/// Rows for comparison, each exact and tested: `auto` never takes one.
std::span<const BackendEntry> gpu_gallery();

/// Rows of two kernels for one grid, each called by both names with a plus between them: that of the inner box, and
/// that of the slabs next to sides with absorbing layers.
std::span<const BackendEntry> gpu_backend_pairs();

/// The forms of all families, best first, those of the gallery after the others.
std::vector<const KernelForm*> kernel_forms();

}  // namespace wavesim
