// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/row_kernel.hpp"

// What the *.isa.cpp files define, once per instruction set. They instantiate nothing of the standard library:
// the linker would keep one copy of its inline functions for all instruction sets.
#define WAVESIM_DECLARE_KERNELS(isa)                                                \
    namespace wavesim::cpu::isa {                                                   \
    void update_panel(const RowStencilView<float>&, const Panel<float>&);           \
    void update_panel(const RowStencilView<double>&, const Panel<double>&);         \
    void update_panel(const RowStencilView<float>&, const VariablePanel<float>&);   \
    void update_panel(const RowStencilView<double>&, const VariablePanel<double>&); \
    void triad(float* a, const float* b, float k, std::int64_t count);              \
    void triad(double* a, const double* b, double k, std::int64_t count);           \
    }

WAVESIM_DECLARE_KERNELS(isa_v2)
WAVESIM_DECLARE_KERNELS(isa_v3)
WAVESIM_DECLARE_KERNELS(isa_v4)

#undef WAVESIM_DECLARE_KERNELS
