// SPDX-License-Identifier: MIT
#include "stencils/cpu/layer_kernel.hpp"

#include "stencils/cpu/kernel_table.hpp"

namespace wavesim::cpu {

template <class T>
LayerKernels<T> layer_kernels(Isa isa) {
    switch (isa) {
        case Isa::v2: return {&isa_v2::update_psi, &isa_v2::update_layer_rows, &isa_v2::update_layer_ends};
        case Isa::v3: return {&isa_v3::update_psi, &isa_v3::update_layer_rows, &isa_v3::update_layer_ends};
        case Isa::v4: return {&isa_v4::update_psi, &isa_v4::update_layer_rows, &isa_v4::update_layer_ends};
    }
    return {};
}

template LayerKernels<float> layer_kernels<float>(Isa);
template LayerKernels<double> layer_kernels<double>(Isa);

}  // namespace wavesim::cpu
