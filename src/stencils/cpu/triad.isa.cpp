// SPDX-License-Identifier: MIT
#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/simd.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

template <class T>
void run_triad(T* a, const T* b, T k, std::int64_t count) {
    const Vec<T> factor = broadcast(k);
    const std::int64_t whole = count / lanes<T> * lanes<T>;
    for (std::int64_t i = 0; i < whole; i += lanes<T>) store(a + i, factor * load(b + i) - load(a + i));
    for (std::int64_t i = whole; i < count; ++i) a[i] = k * b[i] - a[i];
}

}  // namespace

void triad(float* a, const float* b, float k, std::int64_t count) { run_triad(a, b, k, count); }
void triad(double* a, const double* b, double k, std::int64_t count) { run_triad(a, b, k, count); }

}  // namespace wavesim::cpu::WAVESIM_ISA
