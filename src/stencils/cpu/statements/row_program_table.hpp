// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/statements/row_program_kernel.hpp"

// Functions that row_program.isa.cpp defines once per instruction set, as in kernel_table.hpp.
#define WAVESIM_DECLARE_ROW_PROGRAMS(isa)                                                                          \
    namespace wavesim::cpu::isa {                                                                                  \
    void run_row_program(const RowProgramView<float>&, const float* const*, std::int64_t, std::int64_t, float*,    \
                         float*, std::int64_t);                                                                    \
    void run_row_program(const RowProgramView<double>&, const double* const*, std::int64_t, std::int64_t, double*, \
                         double*, std::int64_t);                                                                   \
    }
WAVESIM_DECLARE_ROW_PROGRAMS(isa_v2)
WAVESIM_DECLARE_ROW_PROGRAMS(isa_v3)
WAVESIM_DECLARE_ROW_PROGRAMS(isa_v4)
#undef WAVESIM_DECLARE_ROW_PROGRAMS
