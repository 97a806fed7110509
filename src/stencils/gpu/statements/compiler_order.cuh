// SPDX-License-Identifier: MIT
// What keeps the CUDA compiler from reordering a program for the worse. The block emulator of the tests has the same
// names, which do nothing there.
#pragma once
#include "stencils/gpu/common/primitives.cuh"

namespace wavesim::kernels {

/// No read moves below this place. The compiler would move reads behind divisions, in which it branches, and they would
/// wait there.
WAVESIM_DEVICE void reads_end() { asm volatile("" ::: "memory"); }

/// The same value, of which the compiler knows nothing. If the addresses of a loop over planes stepped from plane to
/// plane, it would keep one per array in registers.
WAVESIM_DEVICE Int64 opaque(Int64 value) {
    asm volatile("" : "+l"(value));
    return value;
}

}  // namespace wavesim::kernels
