// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend/isa.hpp"

namespace wavesim::cpu {

/// a := k b - a over `count` values, both 64-byte aligned: the least memory traffic of an in-place scheme with two
/// levels.
template <class T>
using Triad = void (*)(T* a, const T* b, T k, std::int64_t count);

template <class T>
Triad<T> triad(Isa isa);

}  // namespace wavesim::cpu
