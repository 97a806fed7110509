// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/single/bulk_parts.hpp"

namespace wavesim {

/// The backend of a form, or of two forms that share a grid.
BackendEntry single_backend(const RegionForms& forms);

// Memory and work of single steps, for backends that use single steps besides their own kernels.

/// Host memory that is kept: positions of the nodes of branch walls (SparsePasses::keep_level).
std::int64_t single_kept_bytes(const StencilProblem& problem);
/// Host memory of the lists of single steps before they are copied to the device.
std::int64_t single_table_bytes(const StencilProblem& problem);
std::int64_t single_device_bytes(const RegionForms& forms, const Inquiry& asked);
NodeWork single_work(const KernelForm& form, const StencilProblem& problem);

}  // namespace wavesim
