// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"

namespace wavesim {

/// The explicit table of backends, the CPU first. `auto` chooses the first backend on a GPU that can run a problem,
/// else the CPU.
std::span<const BackendEntry> backend_registry();
/// Backends for comparison: exact and tested, but chosen only by name. Tables of the capabilities of a machine omit
/// them.
std::span<const BackendEntry> backend_gallery();
/// Backends `INNER+LAYERS` of two kernels of one density in one grid: they are in neither table and chosen only by
/// name.
std::span<const BackendEntry> backend_pairs();
/// The backends of both tables, those of the registry first.
std::vector<const BackendEntry*> all_backends();
/// The backend of that name in either table, or nullptr. The pairs are found too.
const BackendEntry* find_backend(std::string_view name);

}  // namespace wavesim
