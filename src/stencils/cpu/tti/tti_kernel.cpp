// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_kernel.hpp"

namespace wavesim::cpu {

template <class T>
TtiKernels<T> tti_kernels(Isa isa) {
#define WAVESIM_TTI_KERNELS(space)                                                                \
    {                                                                                             \
        &space::update_slope, &space::update_k73, &space::update_flux, &space::update_divergence, \
            &space::update_divergence_y, &space::update_self_adjoint, &space::update_layer_flux,  \
            &space::update_layer_divergence                                                       \
    }
    switch (isa) {
        case Isa::v2: return WAVESIM_TTI_KERNELS(isa_v2);
        case Isa::v3: return WAVESIM_TTI_KERNELS(isa_v3);
        case Isa::v4: return WAVESIM_TTI_KERNELS(isa_v4);
    }
#undef WAVESIM_TTI_KERNELS
    return {};
}

template TtiKernels<float> tti_kernels<float>(Isa);
template TtiKernels<double> tti_kernels<double>(Isa);

}  // namespace wavesim::cpu
