// SPDX-License-Identifier: MIT
#include "solvers/accuracy/small_solids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace wavesim {
namespace {

using Complex = std::complex<double>;

Complex hankel(int order, double x) {
    return {std::cyl_bessel_j(std::abs(order), x), std::cyl_neumann(std::abs(order), x)};
}

/// Derivative, from the recurrence of orders.
Complex slope(int order, double x) { return double(order) / x * hankel(order, x) - hankel(order + 1, x); }

/// What a rigid cylinder of radius a at the origin scatters from a line source at distance b to a receiver at distance
/// r and angle phi, relative to the direct sound (Morse and Ingard, Theoretical Acoustics, 8.1).
Complex scattered_by_cylinder(double k, double a, double b, double r, double phi) {
    Complex sum = 0;
    for (int n = 0; n < 12; ++n)
        sum -= (n == 0 ? 1.0 : 2.0) * slope(n, k * a).real() / slope(n, k * a) * hankel(n, k * b) * hankel(n, k * r) *
               std::cos(n * phi);
    return sum / hankel(0, k * std::hypot(b - r * std::cos(phi), r * std::sin(phi)));
}

/// A square of the area of a circle.
EdgedBox squares(double a, double gridded) {
    const double half = a * std::sqrt(std::numbers::pi) / 2, other = gridded * std::sqrt(std::numbers::pi) / 2;
    return {{-half, 0, -half}, {half, 1, half}, {-other, 0, -other}, {other, 1, other}};
}

TEST(SmallSolids, ChangeOfScatteredSoundBoundsThatOfACylinder) {
    const double a = 0.1, wider = 0.12;
    for (const double k : {0.5, 2.0, 4.0})
        for (const double b : {0.8, 3.0})
            for (const double r : {1.1, 2.5}) {
                double largest = 0;
                for (int i = 0; i <= 24; ++i) {
                    const double phi = std::numbers::pi * i / 24;
                    const PointPair pair{{b, 0, 0}, {r * std::cos(phi), 0, r * std::sin(phi)}};
                    const double exact =
                        std::abs(scattered_by_cylinder(k, wider, b, r, phi) - scattered_by_cylinder(k, a, b, r, phi));
                    const double said = change_of_scattered(squares(a, wider), 0, 2, k, pair);
                    EXPECT_LE(exact, 1.05 * said) << k << " " << b << " " << r << " " << phi;
                    largest = std::max(largest, exact / said);
                }
                EXPECT_GE(largest, 0.4) << k << " " << b << " " << r;
            }
}

TEST(SmallSolids, AMoveChangesScatteredSoundByAsMuchAsThePath) {
    const double a = 0.1, k = 3, b = 2.0, r = 1.5, moved = 0.01;
    EdgedBox box = squares(a, a);
    box.grid_from.x += moved;
    box.grid_to.x += moved;
    // Backwards: source and receiver are nearer to the cylinder by the move.
    const double straight = b - r;
    const Complex before = scattered_by_cylinder(k, a, b, r, 0) * hankel(0, k * straight),
                  after = scattered_by_cylinder(k, a, b - moved, r - moved, 0) * hankel(0, k * straight);
    const double exact = std::abs(after - before) / std::abs(hankel(0, k * straight));
    const double said = change_of_scattered(box, 0, 2, k, {{b, 0, 0}, {r, 0, 0}});
    EXPECT_LE(exact, 1.1 * said);
    EXPECT_GE(exact, 0.5 * said);
}

}  // namespace
}  // namespace wavesim
