// SPDX-License-Identifier: MIT
#include "solvers/accuracy/second_waves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "stencils/scheme/memo.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

namespace {

/// Smallest value of the symbol along a ray after it has decreased again; infinite if it only increases.
double least_after_rising(const StencilSymbol& symbol, const std::array<double, 3>& ray) {
    constexpr int samples = 120;  // up to the shortest waves of the grid
    constexpr double hardly = 1e-6;
    const double longest = std::numbers::pi / ray[0];
    double most = 0, least = std::numeric_limits<double>::infinity();
    for (int n = 1; n <= samples; ++n) {
        const double k = longest * n / samples;
        const double value = symbol({k * ray[0], k * ray[1], k * ray[2]});
        if (value < most * (1 - hardly)) least = std::min(least, value);
        most = std::max(most, value);
    }
    return least;
}

/// Smallest value to which the symbol decreases again along any ray.
double least_after_rising(const Stencil& stencil) {
    constexpr int fan = 16;  // rays (fan, i, j) / |(fan, i, j)|, i, j <= fan
    const StencilSymbol symbol(stencil);
    const bool flat = stencil.dims == 2;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= fan; ++i)
        for (int j = 0; j <= (flat ? 0 : i); ++j) {
            const double n = std::sqrt(fan * fan + i * i + j * j);
            const std::array<double, 3> ray =
                flat ? std::array<double, 3>{fan / n, 0, i / n} : std::array<double, 3>{fan / n, i / n, j / n};
            least = std::min(least, least_after_rising(symbol, ray));
        }
    return least;
}

}  // namespace

double second_waves_from(const Stencil& stencil, double courant) {
    static Memo<double> known;
    const double least = known.of(numbers_of(stencil), [&] { return least_after_rising(stencil); });
    return 2 * std::asin(std::min(1.0, courant / 2 * std::sqrt(least)));
}

bool has_second_wave(const Stencil& stencil, double k, double level) {
    constexpr int steps = 24;
    constexpr double beyond = 1.2;  // times k, since the first wave itself is slower in some directions
    const StencilSymbol symbol(stencil);
    for (int diagonals = 0; diagonals < stencil.dims; ++diagonals)
        for (int m = 1; m <= steps; ++m) {
            const double at = std::numbers::pi * m / steps;
            const std::array<double, 3> wave{at, diagonals == 2 ? at : 0, diagonals > 0 ? at : 0};
            if (std::hypot(wave[0], wave[1], wave[2]) > beyond * k && symbol(wave) < level) return true;
        }
    return false;
}

}  // namespace wavesim
