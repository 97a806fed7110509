// SPDX-License-Identifier: MIT
// The widest vector of the instruction set that a *.isa.cpp file is compiled for. Include from such files only.
#pragma once
#include <immintrin.h>

#include <cstdint>

namespace wavesim::cpu::WAVESIM_ISA {

#if defined(__AVX512F__)
inline constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 16;
#endif

#if defined(WAVESIM_ISA_v4)
static_assert(vector_bytes == 64, "compiled with the flags of another instruction set");
#elif defined(WAVESIM_ISA_v3)
static_assert(vector_bytes == 32, "compiled with the flags of another instruction set");
#else
static_assert(vector_bytes == 16, "compiled with the flags of another instruction set");
#endif

template <class T>
inline constexpr std::int64_t lanes = vector_bytes / static_cast<std::int64_t>(sizeof(T));

namespace {

template <class T>
struct Vectors;
template <>
struct Vectors<float> {
    typedef float Aligned __attribute__((vector_size(vector_bytes), may_alias));
    typedef float Anywhere __attribute__((vector_size(vector_bytes), aligned(4), may_alias));
};
template <>
struct Vectors<double> {
    typedef double Aligned __attribute__((vector_size(vector_bytes), may_alias));
    typedef double Anywhere __attribute__((vector_size(vector_bytes), aligned(8), may_alias));
};
/// lanes<T> values; +, - and * act on each.
template <class T>
using Vec = typename Vectors<T>::Aligned;

#define WAVESIM_INLINE [[gnu::always_inline]] inline

/// From an address aligned to vector_bytes.
template <class T>
WAVESIM_INLINE Vec<T> load(const T* p) {
    return *reinterpret_cast<const Vec<T>*>(p);
}
/// From any address.
template <class T>
WAVESIM_INLINE Vec<T> load_anywhere(const T* p) {
    return *reinterpret_cast<const typename Vectors<T>::Anywhere*>(p);
}
template <class T>
WAVESIM_INLINE void store(T* p, Vec<T> v) {
    *reinterpret_cast<Vec<T>*>(p) = v;
}
template <class T>
WAVESIM_INLINE Vec<T> broadcast(T value) {
    return value - Vec<T>{};
}

/// a b + c; rounded once where the instruction set has it. Contraction is off, so that the choice is made here.
#if defined(__AVX512F__)
WAVESIM_INLINE Vec<float> multiply_add(Vec<float> a, Vec<float> b, Vec<float> c) { return _mm512_fmadd_ps(a, b, c); }
WAVESIM_INLINE Vec<double> multiply_add(Vec<double> a, Vec<double> b, Vec<double> c) {
    return _mm512_fmadd_pd(a, b, c);
}
#elif defined(__FMA__)
WAVESIM_INLINE Vec<float> multiply_add(Vec<float> a, Vec<float> b, Vec<float> c) { return _mm256_fmadd_ps(a, b, c); }
WAVESIM_INLINE Vec<double> multiply_add(Vec<double> a, Vec<double> b, Vec<double> c) {
    return _mm256_fmadd_pd(a, b, c);
}
#else
WAVESIM_INLINE Vec<float> multiply_add(Vec<float> a, Vec<float> b, Vec<float> c) { return a * b + c; }
WAVESIM_INLINE Vec<double> multiply_add(Vec<double> a, Vec<double> b, Vec<double> c) { return a * b + c; }
#endif

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
