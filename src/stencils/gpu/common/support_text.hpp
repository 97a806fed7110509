// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/kernel_text.hpp"
#include "stencils/grid/precision.hpp"

namespace wavesim {

constexpr CompilerMemory mebibytes(std::int64_t kept, std::int64_t peak) { return {kept << 20, peak << 20}; }

// Resident size after compiling and at its peak, minus that with the compiler loaded. Measured with CUDA 13.0 without a
// GPU; tests/kernels/kernel_texts_test.cpp repeats the measurement.
inline constexpr CompilerMemory usual_memory =
    mebibytes(48, 60);  // any sweep or stream, semi-stencils, the kernels of support_source

/// The kernels that every run needs (support_source).
KernelText support_text(Precision precision, const Gpu& gpu);

}  // namespace wavesim
