// SPDX-License-Identifier: MIT
// The widest vector of the instruction set that a *.isa.cpp file is compiled for. Include from such files only.
#pragma once
#include <immintrin.h>

#include <cstdint>
#include <utility>

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

/// Calls act(0) ... act(count - 1) with compile-time numbers. The compiler then keeps arrays of vectors in registers,
/// which it does not do in loops.
template <int count, class Act>
WAVESIM_INLINE void unroll(const Act& act) {
    [&]<int... k>(std::integer_sequence<int, k...>) __attribute__((always_inline)) {
        (act(std::integral_constant<int, k>{}), ...);
    }
    (std::make_integer_sequence<int, count>{});
}
#define WAVESIM_LAMBDA_INLINE __attribute__((always_inline))

/// Loads from an address aligned to vector_bytes.
template <class T>
WAVESIM_INLINE Vec<T> load(const T* p) {
    return *reinterpret_cast<const Vec<T>*>(p);
}
/// Loads from any address.
template <class T>
WAVESIM_INLINE Vec<T> load_anywhere(const T* p) {
    return *reinterpret_cast<const typename Vectors<T>::Anywhere*>(p);
}
template <class T>
WAVESIM_INLINE void store_anywhere(T* p, Vec<T> v) {
    *reinterpret_cast<typename Vectors<T>::Anywhere*>(p) = v;
}
template <class T>
WAVESIM_INLINE void store(T* p, Vec<T> v) {
    *reinterpret_cast<Vec<T>*>(p) = v;
}
/// Stores only the first `count` values, count < lanes; none if it is negative.
#if defined(__AVX512F__)
WAVESIM_INLINE void store_first(float* p, Vec<float> v, std::int64_t count) {
    if (count > 0) _mm512_mask_storeu_ps(p, static_cast<__mmask16>((1u << count) - 1), v);
}
WAVESIM_INLINE void store_first(double* p, Vec<double> v, std::int64_t count) {
    if (count > 0) _mm512_mask_storeu_pd(p, static_cast<__mmask8>((1u << count) - 1), v);
}
#else
template <class T>
[[gnu::noinline, gnu::cold]] void store_first(T* p, Vec<T> v, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) p[i] = v[i];
}
#endif
template <class T>
WAVESIM_INLINE Vec<T> broadcast(T value) {
    return value - Vec<T>{};
}

/// a b + c, rounded once if the instruction set has a fused multiply-add. Contraction by the compiler is off, so this
/// is the only place of the choice.
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

/// pair - 2 centre, rounded once. A fused instruction, where there is one, balances the load with units that only add.
template <class V>
WAVESIM_INLINE V minus_twice(V pair, V centre) {
#ifdef __FMA__
    return multiply_add(V{} - 2, centre, pair);
#else
    return pair - (centre + centre);
#endif
}

/// Values n .. n + lanes - 1 of the concatenation of `low` and `high`.
#if defined(__AVX512F__)
// The masked forms, because GCC 12 warns of the undefined value inside the others.
inline constexpr unsigned char all_lanes_of_8 = 0xff;
inline constexpr unsigned short all_lanes_of_16 = 0xffff;
template <int n>
WAVESIM_INLINE Vec<float> window(Vec<float> low, Vec<float> high) {
    if constexpr (n == 16) return high;
    return (Vec<float>)_mm512_maskz_alignr_epi32(all_lanes_of_16, (__m512i)high, (__m512i)low, n % 16);
}
template <int n>
WAVESIM_INLINE Vec<double> window(Vec<double> low, Vec<double> high) {
    if constexpr (n == 8) return high;
    return (Vec<double>)_mm512_maskz_alignr_epi64(all_lanes_of_8, (__m512i)high, (__m512i)low, n % 8);
}
#elif defined(__AVX2__)
template <int bytes>
WAVESIM_INLINE __m256i window_bytes(__m256i low, __m256i high) {
    const __m256i middle = _mm256_permute2x128_si256(low, high, 0x21);
    if constexpr (bytes < 16)
        return _mm256_alignr_epi8(middle, low, bytes);
    else
        return _mm256_alignr_epi8(high, middle, bytes % 16);
}
template <int n>
WAVESIM_INLINE Vec<float> window(Vec<float> low, Vec<float> high) {
    if constexpr (n == 8) return high;
    return (Vec<float>)window_bytes<4 * n>((__m256i)low, (__m256i)high);
}
template <int n>
WAVESIM_INLINE Vec<double> window(Vec<double> low, Vec<double> high) {
    if constexpr (n == 4) return high;
    return (Vec<double>)window_bytes<8 * n>((__m256i)low, (__m256i)high);
}
#else
template <int n>
WAVESIM_INLINE Vec<float> window(Vec<float> low, Vec<float> high) {
    if constexpr (n == 4) return high;
    return (Vec<float>)_mm_alignr_epi8((__m128i)high, (__m128i)low, 4 * n % 16);
}
template <int n>
WAVESIM_INLINE Vec<double> window(Vec<double> low, Vec<double> high) {
    if constexpr (n == 2) return high;
    return (Vec<double>)_mm_alignr_epi8((__m128i)high, (__m128i)low, 8 * n % 16);
}
#endif

/// True if shifting two vectors against each other costs less than a load across their boundary. If a vector is a whole
/// cache line, each such load reads two lines.
inline constexpr bool shifts_beat_loads = vector_bytes == 64;

/// u(x + d) for the nodes of the vector at p, given u at the nodes and at those of the next vector.
template <int d, class T>
WAVESIM_INLINE Vec<T> ahead_by(const T* p, Vec<T> centre, Vec<T> next) {
    if constexpr (shifts_beat_loads)
        return window<d>(centre, next);
    else
        return load_anywhere(p + d);
}

/// u(x - d), given u at the nodes of the previous vector. Some are loaded instead of shifted, since loads use other
/// units of the processor.
template <int d, class T>
WAVESIM_INLINE Vec<T> behind_by(const T* p, Vec<T> before, Vec<T> centre) {
    if constexpr (shifts_beat_loads && d <= 2)
        return window<static_cast<int>(lanes<T>) - d>(before, centre);
    else
        return load_anywhere(p - d);
}

/// Consecutive vectors of a row; at<d>(k) is number k shifted by d nodes, |d| <= lanes.
template <class T, int length>
struct Run {
    Vec<T> part[length];

    template <int d>
    WAVESIM_INLINE Vec<T> at(int k) const {
        if constexpr (d < 0)
            return window<static_cast<int>(lanes<T>) + d>(part[k - 1], part[k]);
        else
            return window<d>(part[k], part[k + 1]);
    }
    /// Drops the first vectors and appends `next`.
    template <int width>
    WAVESIM_INLINE void advance(const Vec<T> (&next)[width]) {
        unroll<length - width>([&](auto k) WAVESIM_LAMBDA_INLINE { part[k] = part[k + width]; });
        unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE { part[length - width + k] = next[k]; });
    }
};

/// Neighbours of vector number `vector` of a run.
template <class T, int length>
struct InRun {
    const Run<T, length>& run;
    int vector;

    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        if constexpr (d == 0)
            return run.part[vector];
        else
            return run.template at<d>(vector);
    }
};

/// Neighbours of number `middle` of a column that is already in registers.
template <class T, int middle>
struct InColumn {
    const Vec<T>* column;

    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        return column[middle + d];
    }
};

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
