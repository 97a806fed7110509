// SPDX-License-Identifier: MIT
#include "boundary/half_cell.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "stencils/memo.hpp"

namespace wavesim {

namespace {

double integrate(const Stencil& stencil, WallPosition position) {
    constexpr int points = 4000;  // midpoint rule; the integrand is smooth and even, so it converges at once
    const std::vector<double> a = collapse_to_axis(stencil);
    double consistency = 0;
    for (std::size_t j = 0; j < a.size(); ++j) consistency += a[j] * static_cast<double>((j + 1) * (j + 1));
    if (!(std::abs(consistency - 1) < 1e-6))
        throw std::domain_error("stencil '" + stencil.name +
                                "' does not approximate the Laplacian (its second moment is not 1)");

    double sum = 0;
    for (int n = 0; n < points; ++n) {
        const double half_k = (n + 0.5) * std::numbers::pi / points / 2;
        const double s = std::sin(half_k);
        double sigma = 0;
        for (std::size_t j = 0; j < a.size(); ++j) {
            const double sine = std::sin(static_cast<double>(j + 1) * half_k);
            sigma += 4 * a[j] * sine * sine;
        }
        if (!(sigma > 0))
            throw std::domain_error("stencil '" + stencil.name +
                                    "' has no wall treatment: its symbol vanishes along an axis");
        const double excess = 1 / (4 * s * s) - consistency / sigma;
        sum += position == WallPosition::half ? (1 + std::cos(2 * half_k)) * excess : 2 * excess;
    }
    return (position == WallPosition::half ? 0.5 : 0.0) + sum / points;
}

}  // namespace

double half_cell_air_mass(const Stencil& stencil, WallPosition position) {
    static Memo<double> known;
    std::vector<double> key = numbers_of(stencil);
    key.push_back(static_cast<double>(position));
    return known.of(std::move(key), [&] { return integrate(stencil, position); });
}

}  // namespace wavesim
