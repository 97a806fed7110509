// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

namespace forms {

extern const KernelForm semi_gmem_3d;
extern const KernelForm semi_smem_3d;
extern const KernelForm semi_smem_25d;
extern const KernelForm semi_25d;
extern const KernelForm semi_b;
extern const KernelForm semi_ba;
extern const KernelForm semi_2z;

}  // namespace forms

std::span<const KernelForm* const> semi_forms();

}  // namespace wavesim
