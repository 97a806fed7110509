// SPDX-License-Identifier: MIT
// Values of media whose density varies, as floats or codes of 16 bits (stencils/problem/fluid_code.hpp), at the
// positions of the field.
#pragma once
#include "stencils/gpu/common/field.cuh"

namespace wavesim::kernels {

/// Node before the face between t and t + 1, or before the face that it mirrors; -1 for the face before the first node.
/// Media are mirrored evenly even where the field is not.
WAVESIM_DEVICE int face_image(int t, int n, int low, int high) {
    const auto even = [](int rule) { return rule == halo_mirror_whole ? rule : static_cast<int>(halo_mirror_half); };
    const int before = halo_image(t, n, even(low), even(high));
    const int after = halo_image(t + 1, n, even(low), even(high));
    return before == 0 && after == 0 ? -1 : smaller(before, after);  // both are the node next to the side
}

WAVESIM_DEVICE float fluid_value(float value, const BitSteps&) { return value; }
WAVESIM_DEVICE float fluid_value(unsigned short code, const BitSteps& steps) {
    return float_of(steps.base + code * steps.step);
}

template <bool coded>
WAVESIM_DEVICE float load_fluid(const void* values, const BitSteps& code, Int64 place) {
    if constexpr (coded)
        return fluid_value(load_read_only(static_cast<const unsigned short*>(values) + place), code);
    else
        return load_read_only(static_cast<const float*>(values) + place);
}
template <bool coded>
WAVESIM_DEVICE float load_modulus(const FluidArguments& fluid, Int64 place) {
    return load_fluid<coded>(fluid.modulus, fluid.modulus_code, place);
}
/// Buoyancy of the face after a node along an axis.
template <bool coded>
WAVESIM_DEVICE float load_buoyancy(const FluidArguments& fluid, int axis, Int64 place) {
    return load_fluid<coded>(fluid.buoyancy[axis], fluid.buoyancy_code, place);
}

}  // namespace wavesim::kernels
