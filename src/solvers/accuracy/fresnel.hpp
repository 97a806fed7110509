// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <complex>
#include <numbers>

namespace wavesim {

/// The Fresnel integral C(v) + i S(v) of exp(i pi t^2 / 2) from 0 to v, accurate to 0.002 (Abramowitz and Stegun,
/// Handbook of Mathematical Functions, 7.3.9, 7.3.10, 7.3.32 and 7.3.33).
inline std::complex<double> fresnel_integral(double v) {
    const double x = std::abs(v);
    const double f = (1 + 0.926 * x) / (2 + x * (1.792 + x * 3.104));
    const double g = 1 / (2 + x * (4.142 + x * (3.492 + x * 6.670)));
    const std::complex<double> rest = std::complex<double>(g, f) * std::polar(1.0, std::numbers::pi / 2 * x * x);
    return (v < 0 ? -1.0 : 1.0) * (std::complex<double>(0.5, 0.5) - rest);
}

/// Amplitude of sound from a strip relative to that from a plane, by stationary phase. The strip extends from `low` to
/// `high` relative to the point of specular reflection or of straight transmission. `zone` is sqrt(lambda l1 l2 / (l1 +
/// l2)) for the wavelength lambda, with l1 the distance to the source and l2 to the receiver (Born and Wolf, Principles
/// of Optics, 7th ed., 8.7).
inline std::complex<double> strip_share(double low, double high, double zone) {
    const double scale = std::numbers::sqrt2 / zone;
    return (fresnel_integral(scale * high) - fresnel_integral(scale * low)) / std::complex<double>(1, 1);
}

}  // namespace wavesim
