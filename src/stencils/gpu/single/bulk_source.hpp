// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

/// One translation unit for the run-time compiler: includes, struct Spec, checks that host and device agree,
/// and the entry point `wavesim_bulk`.
std::string bulk_source(const Stencil& stencil, double courant, Precision precision, const KernelForm& form,
                        const KernelTile& tile);

}  // namespace wavesim
