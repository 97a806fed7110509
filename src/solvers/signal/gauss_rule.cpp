// SPDX-License-Identifier: MIT
#include "solvers/signal/gauss_rule.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace wavesim {

std::vector<GaussPoint> gauss_rule(std::size_t count) {
    const auto n = static_cast<double>(count);
    std::vector<GaussPoint> rule(count);
    for (std::size_t i = 0; i < count; ++i) {
        double x = -std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5));
        double slope = 1;
        for (int iteration = 0; iteration < 6; ++iteration) {
            double before = 1, value = x;  // values of the polynomials of degree m - 1 and m
            for (std::size_t degree = 2; degree <= count; ++degree) {
                const auto m = static_cast<double>(degree);
                before = std::exchange(value, ((2 * m - 1) * x * value - (m - 1) * before) / m);
            }
            slope = n * (x * value - before) / (x * x - 1);
            x -= value / slope;
        }
        rule[i] = {(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)};
    }
    return rule;
}

}  // namespace wavesim
