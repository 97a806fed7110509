// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/gpu/common/device_pages.hpp"
#include "stencils/gpu/common/node_table_sizes.hpp"

namespace wavesim {

/// Device memory that a GPU backend needs for a problem [bytes]: both levels, factors of a heterogeneous medium, tables
/// and states of the sparse passes, traces and loaded code. The context is not included: it exists before free memory
/// is determined. `medium_bytes`: memory of the medium; `table`: sizes of the lists of single nodes; `ports`: bytes of
/// each array of wall ports (PortTableSizes).
std::int64_t forecast_device_bytes(const StencilProblem& problem, std::int64_t medium_bytes,
                                   const NodeTableSizes& table, const std::vector<std::int64_t>& ports = {});

}  // namespace wavesim
