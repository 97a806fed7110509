// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/gpu/common/arguments.cuh"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Who moves wall nodes at x_min and x_max: the passes, or the sweep with the passes (gpu/common/row_ends.cuh).
enum class RowEndMover { passes, sweep };
/// The law of each node at the ends of rows: 0 for none, then the explicit laws, then the branch laws.
struct RowEndTable {
    std::int64_t pitch = 0;           ///< ny rounded up to a memory line; 0: the passes move all walls
    std::vector<unsigned short> law;  ///< (2, nz, pitch), x_min first
};
/// Entries of RowEndTable::law where the sweep moves walls at the ends of rows.
std::int64_t row_end_entries(const Extent& extent, Precision precision);
RowEndTable row_end_table(RowEndMover mover, const Extent& extent, Precision precision);

/// Their coefficients, as RowEndTable::law counts them.
std::vector<kernels::FaceLaw<double>> row_end_laws(const StencilProblem& problem);

}  // namespace wavesim
