// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/row_kernel.hpp"

namespace wavesim::cpu {

/// One pair of kernels per instruction set, defined by row_kernel.isa.cpp.
namespace isa_v2 {
void update_row(const RowStencilView<float>&, const float*, float*, std::int64_t);
void update_row(const RowStencilView<double>&, const double*, double*, std::int64_t);
}  // namespace isa_v2
namespace isa_v3 {
void update_row(const RowStencilView<float>&, const float*, float*, std::int64_t);
void update_row(const RowStencilView<double>&, const double*, double*, std::int64_t);
}  // namespace isa_v3
namespace isa_v4 {
void update_row(const RowStencilView<float>&, const float*, float*, std::int64_t);
void update_row(const RowStencilView<double>&, const double*, double*, std::int64_t);
}  // namespace isa_v4

}  // namespace wavesim::cpu
