// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/launch/kernel_form.hpp"

namespace wavesim {

/// One translation unit for the run-time compiler: includes, struct Spec, checks that host and device agree,
/// and the entry point `wavesim_bulk`.
std::string bulk_source(const Stencil& stencil, double courant, Precision precision, const KernelForm& form,
                        const KernelTile& tile);
/// The stencil-independent kernels: wavesim_passes, _row_ends, _health, _gather, _floor.
std::string support_source(Precision precision);

}  // namespace wavesim
