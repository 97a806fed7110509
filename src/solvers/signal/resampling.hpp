// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <cstdint>

namespace wavesim {

/// Largest change of rate that the resampler allows.
inline constexpr double most_resampling = 256;

/// Number of samples every `interval_s` from t = 0 on within the duration of `count` samples every `step_s`. None is
/// later than the last of these, except for rounding.
inline std::int64_t resampled_length(std::int64_t count, double step_s, double interval_s) {
    constexpr double on_the_last = 1e-6;  // steps
    if (count <= 0) return 0;
    return static_cast<std::int64_t>(std::floor((static_cast<double>(count - 1) + on_the_last) * step_s / interval_s)) +
           1;
}

}  // namespace wavesim
