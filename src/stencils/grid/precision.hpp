// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace wavesim {

/// Type of the stored numbers of a field.
enum class Precision { float32, float64 };
inline std::int64_t bytes_of(Precision precision) { return precision == Precision::float32 ? 4 : 8; }
template <class Real>
constexpr Precision precision_of() {
    return sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
}

}  // namespace wavesim
