// SPDX-License-Identifier: MIT
#include "stencils/cpu/row_kernel.hpp"

#include "stencils/cpu/kernel_table.hpp"

namespace wavesim::cpu {

template <class T>
RowKernel<T> row_kernel(Isa isa) {
    switch (isa) {
        case Isa::v2: return &isa_v2::update_row;
        case Isa::v3: return &isa_v3::update_row;
        case Isa::v4: return &isa_v4::update_row;
    }
    return nullptr;
}

template RowKernel<float> row_kernel<float>(Isa);
template RowKernel<double> row_kernel<double>(Isa);

}  // namespace wavesim::cpu
