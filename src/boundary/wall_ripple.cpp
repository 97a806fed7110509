// SPDX-License-Identifier: MIT
#include "boundary/wall_ripple.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "stencils/scheme/memo.hpp"

namespace wavesim {

namespace {

std::vector<double> find_ripple(const Stencil& stencil, WallPosition position, int nodes) {
    constexpr int points = 4000;  // midpoint rule; the integrand is smooth and even, so it converges at once
    const std::vector<double> a = collapse_to_axis(stencil);
    double consistency = 0;
    for (std::size_t j = 0; j < a.size(); ++j) consistency += a[j] * static_cast<double>((j + 1) * (j + 1));
    if (!(std::abs(consistency - 1) < 1e-6))
        throw std::domain_error("stencil '" + stencil.name +
                                "' does not approximate the Laplacian (its second moment is not 1)");

    std::vector<double> ripple(static_cast<std::size_t>(nodes));
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
        for (int i = 0; i < nodes; ++i) {
            const double next = position == WallPosition::half ? i + 1 : i;
            ripple[static_cast<std::size_t>(i)] += (std::cos(2 * i * half_k) + std::cos(2 * next * half_k)) * excess;
        }
    }
    for (double& value : ripple) value /= points;
    return ripple;
}

}  // namespace

std::vector<double> wall_ripple(const Stencil& stencil, WallPosition position, int nodes) {
    static Memo<std::vector<double>> known;  // the cases of a study often use the same stencil
    std::vector<double> key = numbers_of(stencil);
    key.insert(key.end(), {static_cast<double>(position), static_cast<double>(nodes)});
    return known.of(std::move(key), [&] { return find_ripple(stencil, position, nodes); });
}

}  // namespace wavesim
