// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <complex>
#include <numbers>

namespace wavesim {

/// C(v) + i S(v), the integral of exp(i pi t^2 / 2) from 0 to v, to 0.002 (Abramowitz and Stegun, Handbook of
/// Mathematical Functions, 7.3.9, 7.3.10, 7.3.32 and 7.3.33).
inline std::complex<double> fresnel_integral(double v) {
    const double x = std::abs(v);
    const double f = (1 + 0.926 * x) / (2 + x * (1.792 + x * 3.104));
    const double g = 1 / (2 + x * (4.142 + x * (3.492 + x * 6.670)));
    const std::complex<double> rest = std::complex<double>(g, f) * std::polar(1.0, std::numbers::pi / 2 * x * x);
    return (v < 0 ? -1.0 : 1.0) * (std::complex<double>(0.5, 0.5) - rest);
}

/// What a strip sends on of what a plane would, by stationary phase: it reaches from `low` to `high` beside the point
/// where a mirror reflects, or where the straight way goes. sqrt(lambda l1 l2 / (l1 + l2)) is `zone`, for a wavelength
/// lambda at l1 from the source and l2 from the receiver (Born and Wolf, Principles of Optics, 7th ed., 8.7).
inline std::complex<double> strip_share(double low, double high, double zone) {
    const double scale = std::numbers::sqrt2 / zone;
    return (fresnel_integral(scale * high) - fresnel_integral(scale * low)) / std::complex<double>(1, 1);
}

}  // namespace wavesim
