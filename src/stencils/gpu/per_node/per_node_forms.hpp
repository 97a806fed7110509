// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

namespace forms {

extern const KernelForm texture_unrolled;
extern const KernelForm texture_leggy;
extern const KernelForm texture_loop;
extern const KernelForm texture_factored;
extern const KernelForm stream_register;
extern const KernelForm stream_hybrid;
extern const KernelForm stream_shared;
extern const KernelForm stream_global;

}  // namespace forms

std::span<const KernelForm* const> per_node_forms();

}  // namespace wavesim
