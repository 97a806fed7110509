// SPDX-License-Identifier: MIT
// Addresses of neighbouring rows; for *.isa.cpp files.
#pragma once
#include <cstdint>

#include "stencils/cpu/simd.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// at<d>(p) = p + d pitch with few registers: pitch and 3 pitch with either sign, and the scale factors 1, 2, 4 of
/// address operands.
template <class T>
class Pitch {
  public:
    WAVESIM_INLINE explicit Pitch(std::int64_t pitch)
        : up_(pitch * size), up_3_(3 * pitch * size), down_(-pitch * size), down_3_(-3 * pitch * size) {}

    template <int d>
    WAVESIM_INLINE const T* at(const T* p) const {
        const char* const from = reinterpret_cast<const char*>(p);
        return reinterpret_cast<const T*>(d < 0 ? from + times<-d>(down_, down_3_) : from + times<d>(up_, up_3_));
    }

  private:
    static constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    template <int d>
    WAVESIM_INLINE static std::int64_t times(std::int64_t one, std::int64_t three) {
        if constexpr (d % 3 == 0)
            return d / 3 * three;
        else if constexpr (d < 5)
            return d * one;
        else
            return d % 3 * one + d / 3 * three;
    }

    std::int64_t up_;
    std::int64_t up_3_;
    std::int64_t down_;
    std::int64_t down_3_;
};

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
