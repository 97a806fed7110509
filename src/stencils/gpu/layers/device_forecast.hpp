// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/gpu/common/device_pages.hpp"
#include "stencils/gpu/common/node_table_sizes.hpp"

namespace wavesim {

/// Device memory that a GPU backend takes for a problem [bytes]: both levels, the factors of a medium that varies, the
/// tables and states of the sparse passes, traces and loaded code. The context is not in it: it exists before free
/// memory is asked for. `medium_bytes`: what the medium takes; `table`: lists of what acts
/// on single nodes; `ports`: what each array of wall ports takes (PortTable).
std::int64_t forecast_device_bytes(const StencilProblem& problem, std::int64_t medium_bytes,
                                   const NodeTableSizes& table, const std::vector<std::int64_t>& ports = {});

}  // namespace wavesim
