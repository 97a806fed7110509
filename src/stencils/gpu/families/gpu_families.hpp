// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/single/kernel_form.hpp"

namespace wavesim {

/// A module of kernels: forms for single steps, or one backend with its own launches.
struct GpuFamily {
    std::span<const KernelForm* const> (*forms)();
    BackendEntry (*row)();
    bool gallery_row = false;  ///< `row` is exact and tested, but `auto` does not choose it
};

/// The table of families, best first: the order of their rows in the registry.
std::span<const GpuFamily> gpu_families();

}  // namespace wavesim
