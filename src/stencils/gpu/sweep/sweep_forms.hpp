// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

namespace forms {

extern const KernelForm sweep;
/// The same for single steps between passes of several steps. It leaves walls to the kernel of nodes
/// (gpu/common/nodes.cuh), whose states the passes use.
extern const KernelForm sweep_between_passes;
/// The same with bulk copies.
extern const KernelForm semi_tma;

}  // namespace forms

/// Forms with rows in the registry, best first; the other modules have such functions too.
std::span<const KernelForm* const> sweep_forms();

}  // namespace wavesim
