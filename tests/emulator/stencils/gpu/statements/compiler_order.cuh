// SPDX-License-Identifier: MIT
// For the block emulator: the compiler of the tests may order everything as it likes.
#pragma once
#include "stencils/gpu/common/primitives.cuh"

namespace wavesim::kernels {

inline void reads_end() {}
inline Int64 opaque(Int64 value) { return value; }

}  // namespace wavesim::kernels
