// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>

namespace wavesim {

/// 1, 2 or 5 times a power of ten, so that about `count` steps span the range.
inline double tick_step(double range, int count) {
    const double raw = range / count;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double m = raw / power;
    return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
}

}  // namespace wavesim
