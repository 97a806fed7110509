// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/gpu/common/arguments.cuh"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// What updates wall nodes at x_min and x_max: the passes, or the sweep together with the passes
/// (gpu/common/row_ends.cuh).
enum class RowEndMover { passes, sweep };
/// The law of each node at the ends of rows: 0 for none, then the explicit laws, then the branch laws.
struct RowEndTable {
    std::int64_t pitch = 0;           ///< ny rounded up to a memory line; 0: the passes update all walls
    std::vector<unsigned short> law;  ///< (2, nz, pitch), x_min first
};
/// Number of entries of RowEndTable::law if the sweep updates walls at the ends of rows.
std::int64_t row_end_entries(const Extent& extent, Precision precision);
RowEndTable row_end_table(RowEndMover mover, const Extent& extent, Precision precision);

/// Coefficients of the laws, numbered as in RowEndTable::law.
std::vector<kernels::FaceLaw<double>> row_end_laws(const StencilProblem& problem);

}  // namespace wavesim
