// SPDX-License-Identifier: MIT
#include "solvers/space/interpolation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace wavesim {
namespace {

/// Largest |sum_j w_j exp(ik(j - x)) - 1| over k <= pi/2 and all offsets.
double spectral_error(bool normalised) {
    double worst = 0;
    for (double x = 0; x <= 1; x += 0.01)
        for (double k = 0; k <= std::numbers::pi / 2; k += 0.01) {
            std::complex<double> s = 0;
            double w_sum = 0;
            for (int j = -3; j <= 4; ++j) {
                const double w = kaiser_sinc(x - j, 4, 6.31);
                s += w * std::polar(1.0, k * (j - x));
                w_sum += w;
            }
            worst = std::max(worst, std::abs(s / (normalised ? w_sum : 1.0) - 1.0));
        }
    return worst;
}

TEST(KaiserSinc, SpectralErrorUpToFourPointsPerWavelength) {
    EXPECT_LE(spectral_error(false), 1.4e-3);
    EXPECT_GE(spectral_error(false), 1.3e-3);
    EXPECT_LE(spectral_error(true), 1.75e-3);  // the price of an exact sum: right at long wavelengths
}

/// The same of the weights of a point, over so many points per wavelength and more.
double error_of_weights(double points_per_wavelength) {
    double worst = 0;
    for (double x = 20.01; x < 21; x += 0.01)
        for (double k = 0; k <= 2 * std::numbers::pi / points_per_wavelength; k += 0.01) {
            std::complex<double> s = 0;
            for (const auto& [node, weight] : sinc_weights(x))
                s += weight * std::polar(1.0, k * (static_cast<double>(node) - x));
            worst = std::max(worst, std::abs(s - 1.0));
        }
    return worst;
}

TEST(SincWeights, ErrAsToldFromTwoPointsPerWavelengthOn) {
    EXPECT_LE(error_of_weights(4), largest_spectral_error());
    EXPECT_GE(error_of_weights(4), 0.9 * largest_spectral_error());
    for (const double points : {2.2, 2.6, 3.2}) {
        EXPECT_LE(error_of_weights(points), 1.02 * largest_spectral_error(points)) << points;
        EXPECT_GE(error_of_weights(points), 0.9 * largest_spectral_error(points)) << points;
    }
    EXPECT_EQ(largest_spectral_error(6), largest_spectral_error());
}

}  // namespace
}  // namespace wavesim
