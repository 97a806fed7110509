// SPDX-License-Identifier: MIT
#include "stencils/cpu/density_kernel.hpp"

#include "stencils/cpu/kernel_table.hpp"

namespace wavesim::cpu {

template <class T>
DensityKernels<T> density_kernels(Isa isa) {
    switch (isa) {
        case Isa::v2: return {&isa_v2::density_flux, &isa_v2::update_density_row};
        case Isa::v3: return {&isa_v3::density_flux, &isa_v3::update_density_row};
        case Isa::v4: return {&isa_v4::density_flux, &isa_v4::update_density_row};
    }
    return {};
}

template DensityKernels<float> density_kernels<float>(Isa);
template DensityKernels<double> density_kernels<double>(Isa);

}  // namespace wavesim::cpu
