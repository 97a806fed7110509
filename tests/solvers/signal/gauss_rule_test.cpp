// SPDX-License-Identifier: MIT
#include "solvers/signal/gauss_rule.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wavesim {
namespace {

TEST(GaussRule, IsExactForPolynomials) {
    for (const std::size_t count : {1U, 2U, 7U, 40U, 131U}) {
        for (const std::size_t power : {std::size_t{0}, std::size_t{1}, 2 * count - 1}) {
            double sum = 0;
            for (const GaussPoint& point : gauss_rule(count))
                sum += point.weight * std::pow(point.at, static_cast<double>(power));
            EXPECT_NEAR(sum * static_cast<double>(power + 1), 1, 1e-12) << count << " points, power " << power;
        }
    }
}

}  // namespace
}  // namespace wavesim
