// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

/// The stub for stencils of radius 3.
std::span<const KernelForm* const> stub_forms();

}  // namespace wavesim
