// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/node_table_sizes.hpp"
#include "stencils/gpu/single/bulk_parts.hpp"

namespace wavesim {

/// The row of a form, or of two that share a grid.
BackendEntry single_backend(const RegionForms& forms);

// Memory and work of single steps, for backends that use them besides their own kernels.

/// Host memory kept: where the nodes of branch walls are (SparsePasses::keep_level).
std::int64_t single_kept_bytes(const StencilProblem& problem);
/// Host memory of the lists of single steps on their way to the device.
std::int64_t single_table_bytes(const StencilProblem& problem);
/// Made for the first row that asks: what acts on nodes, and how long the tables of the problem are.
const NodeActions& actions_on_nodes(const Inquiry& asked);
const NodeTableForecast& node_tables(const Inquiry& asked);
std::int64_t single_device_bytes(const RegionForms& forms, const Inquiry& asked);
NodeWork single_work(const KernelForm& form, const StencilProblem& problem);

}  // namespace wavesim
