// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/row_kernel.hpp"

// What the *.isa.cpp files define, once per instruction set. They instantiate nothing of the standard library:
// the linker would keep one copy of its inline functions for all instruction sets.
#define WAVESIM_DECLARE_KERNELS(isa)                                                                \
    namespace wavesim::cpu::isa {                                                                   \
    void update_row(const RowStencilView<float>&, const float* u, float* v, std::int64_t count);    \
    void update_row(const RowStencilView<double>&, const double* u, double* v, std::int64_t count); \
    void triad(float* a, const float* b, float k, std::int64_t count);                              \
    void triad(double* a, const double* b, double k, std::int64_t count);                           \
    }

WAVESIM_DECLARE_KERNELS(isa_v2)
WAVESIM_DECLARE_KERNELS(isa_v3)
WAVESIM_DECLARE_KERNELS(isa_v4)

#undef WAVESIM_DECLARE_KERNELS
