// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <vector>

namespace wavesim {

/// A point of a Gauss-Legendre rule on [0, 1].
struct GaussPoint {
    double at;
    double weight;
};

/// The rule with `count` points, exact for polynomials of degree 2 count - 1. Source: Abramowitz and Stegun 25.4.29.
/// The zeros of the Legendre polynomial are found by Newton's method from the start values 22.16.6.
std::vector<GaussPoint> gauss_rule(std::size_t count);

}  // namespace wavesim
