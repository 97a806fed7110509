// SPDX-License-Identifier: MIT
#include "stencils/cpu/statements/row_program_kernel.hpp"

#include "stencils/cpu/statements/row_program_table.hpp"

namespace wavesim::cpu {

template <class T>
RowProgramKernel<T> row_program_kernel(Isa isa) {
    switch (isa) {
        case Isa::v2: return &isa_v2::run_row_program;
        case Isa::v3: return &isa_v3::run_row_program;
        case Isa::v4: return &isa_v4::run_row_program;
    }
    return nullptr;
}

template RowProgramKernel<float> row_program_kernel<float>(Isa);
template RowProgramKernel<double> row_program_kernel<double>(Isa);

}  // namespace wavesim::cpu
