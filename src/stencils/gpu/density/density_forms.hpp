// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

namespace forms {

extern const KernelForm density;
extern const KernelForm density_sweep;

}  // namespace forms

std::span<const KernelForm* const> density_forms();

}  // namespace wavesim
