// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace wavesim::cpu {

/// The least multiple of `step` that is at least `value`; both positive.
constexpr std::int64_t round_up(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

}  // namespace wavesim::cpu
