// SPDX-License-Identifier: MIT
// Values of media whose density varies, floats or codes of 16 bits (stencils/fluid_code.hpp), at places of the field.
#pragma once
#include "stencils/kernels/primitives.cuh"

namespace wavesim::kernels {

template <bool coded>
WAVESIM_DEVICE float load_fluid(const void* values, const BitSteps& code, Int64 place) {
    if constexpr (coded)
        return float_of(code.base + load_read_only(static_cast<const unsigned short*>(values) + place) * code.step);
    else
        return load_read_only(static_cast<const float*>(values) + place);
}
template <bool coded>
WAVESIM_DEVICE float load_modulus(const FluidArguments& fluid, Int64 place) {
    return load_fluid<coded>(fluid.modulus, fluid.modulus_code, place);
}
/// Of the face after a node along an axis.
template <bool coded>
WAVESIM_DEVICE float load_buoyancy(const FluidArguments& fluid, int axis, Int64 place) {
    return load_fluid<coded>(fluid.buoyancy[axis], fluid.buoyancy_code, place);
}

}  // namespace wavesim::kernels
