// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/primitives.cuh"

namespace wavesim::kernels {

/// An integer as a type, so that loop indices are constant expressions.
template <int Value>
struct Constant {
    static constexpr int value = Value;
};

/// Calls body(Constant<First>), ..., body(Constant<Last - 1>); halves the range to keep instantiations shallow.
template <int First, int Last, class Body>
WAVESIM_DEVICE void static_for(Body&& body) {
    if constexpr (Last - First == 1) {
        body(Constant<First>{});
    } else if constexpr (First < Last) {
        static_for<First, (First + Last) / 2>(body);
        static_for<(First + Last) / 2, Last>(body);
    }
}

}  // namespace wavesim::kernels
