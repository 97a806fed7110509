// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

namespace forms {

extern const KernelForm sweep;
/// The same for single steps between passes of several: it leaves walls to the kernel of nodes (gpu/common/nodes.cuh),
/// whose states passes know.
extern const KernelForm sweep_between_passes;
/// The same by bulk copies.
extern const KernelForm semi_tma;

}  // namespace forms

/// Those with rows in the registry, best first; so in the other rooms.
std::span<const KernelForm* const> sweep_forms();

}  // namespace wavesim
