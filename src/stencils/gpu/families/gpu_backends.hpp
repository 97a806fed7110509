// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

/// The registry rows of the GPU backends, best first. They can plan in every build; cuda/ runs them, and no_cuda/ gives
/// the reason why it cannot.
std::span<const BackendEntry> gpu_backends();

/// Backends for comparison, each exact and tested: `auto` never chooses one.
std::span<const BackendEntry> gpu_gallery();

/// Backends that use two kernels for one grid: one for the inner box, one for the slabs next to sides with absorbing
/// layers. Their names are both names with a plus between.
std::span<const BackendEntry> gpu_backend_pairs();

/// The forms of all families, best first; those of the gallery come last.
std::vector<const KernelForm*> kernel_forms();

}  // namespace wavesim
