// SPDX-License-Identifier: MIT
// Loads a vector of factors from their codes; for *.isa.cpp files. All instruction sets give the same bits
// (FactorCode).
#pragma once
#include "stencils/cpu/factor_view.hpp"
#include "stencils/cpu/simd.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

#if defined(__AVX512F__)
WAVESIM_INLINE __m512i load_codes(const std::uint8_t* p) {
    return _mm512_maskz_cvtepu8_epi32(all_lanes_of_16, _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
WAVESIM_INLINE __m512i load_codes(const std::uint16_t* p) {
    return _mm512_maskz_cvtepu16_epi32(all_lanes_of_16, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
}
WAVESIM_INLINE Vec<float> to_floats(__m512i codes) { return _mm512_maskz_cvtepi32_ps(all_lanes_of_16, codes); }
#elif defined(__AVX2__)
WAVESIM_INLINE __m256i load_codes(const std::uint8_t* p) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
}
WAVESIM_INLINE __m256i load_codes(const std::uint16_t* p) {
    return _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
WAVESIM_INLINE Vec<float> to_floats(__m256i codes) { return _mm256_cvtepi32_ps(codes); }
#else
WAVESIM_INLINE __m128i load_codes(const std::uint16_t* p) {
    return _mm_cvtepu16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
}
WAVESIM_INLINE Vec<float> to_floats(__m128i codes) { return _mm_cvtepi32_ps(codes); }
#endif

WAVESIM_INLINE Vec<float> stepped(const FactorView<float>& f, const std::uint16_t* codes) {
    return multiply_add(to_floats(load_codes(codes)), broadcast(-f.step), broadcast(f.most));
}
WAVESIM_INLINE Vec<double> stepped(const FactorView<double>& f, const std::uint16_t* codes) {
    Vec<double> result;
    for (std::int64_t i = 0; i < lanes<double>; ++i)
        result[i] = static_cast<double>(f.most - static_cast<float>(codes[i]) * f.step);
    return result;
}

template <class T, class Code>
WAVESIM_INLINE Vec<T> looked_up(const float* table, const Code* codes) {
    Vec<T> result;
    for (std::int64_t i = 0; i < lanes<T>; ++i) result[i] = static_cast<T>(table[codes[i]]);
    return result;
}

template <class T>
WAVESIM_INLINE bool present(const FactorView<T>& f) {
    return f.values != nullptr || f.narrow != nullptr || f.wide != nullptr;
}

/// The factors of the vector at node x; the address may be unaligned.
template <class T>
WAVESIM_INLINE Vec<T> load_factors(const FactorView<T>& f, std::int64_t x) {
    const std::int64_t at = f.first + x;
    if (f.values != nullptr) return load_anywhere(f.values + at);
    if (f.narrow != nullptr) return looked_up<T>(f.table, f.narrow + at);
    if (f.table != nullptr) return looked_up<T>(f.table, f.wide + at);
    return stepped(f, f.wide + at);
}

/// Prefetches the codes `ahead` nodes after x; any address is allowed.
template <class T>
WAVESIM_INLINE void fetch_codes(const FactorView<T>& f, std::int64_t x, std::int64_t ahead) {
    const std::int64_t at = f.first + x + ahead;
    __builtin_prefetch(f.narrow != nullptr ? static_cast<const void*>(f.narrow + at) : f.wide + at, 0, 2);
}

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
