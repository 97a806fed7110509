// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "stencils/backend.hpp"

namespace wavesim {

/// The registry rows of the GPU backends, best first. They plan in every build; cuda/ runs them, and no_cuda/ says why
/// it cannot.
std::span<const BackendEntry> gpu_backends();

}  // namespace wavesim
