// SPDX-License-Identifier: MIT
#include "solvers/space/modal_density.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "stencils/scheme/memo.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

namespace {

using Direction = std::array<double, 3>;

/// k and its derivative with respect to frequency, per time step.
struct Ray {
    double k = 0;
    double slope = 0;
};

Ray ray_along(const StencilSymbol& symbol, const Direction& along, double courant, double omega_t) {
    const auto at = [&](double k) { return symbol({k * along[0], k * along[1], k * along[2]}); };
    const double wanted = std::pow(2 * std::sin(omega_t / 2) / courant, 2);
    double k = omega_t / courant;
    for (int i = 0; i < 40; ++i) k *= std::sqrt(wanted / at(k));  // for small k the symbol is k^2
    const double step = 1e-4 * k;
    const double rise = (at(k + step) - at(k - step)) / (2 * step);
    if (!(std::abs(at(k) - wanted) < 1e-9 * wanted) || !(rise > 0))
        throw std::domain_error("the scheme has no wave of this frequency in some direction");
    return {k, 2 * std::sin(omega_t) / (courant * courant) / rise};
}

double find_density(const Stencil& stencil, double courant, double omega_t) {
    constexpr int angles = 12;  // number of angles in a quarter of a circle
    const StencilSymbol symbol(stencil);
    const double k = omega_t / courant;
    double sum = 0;
    int count = 0;
    for (int n = 0; n < angles; ++n) {
        const double turn = (n + 0.5) / angles * std::numbers::pi / 2;
        for (int m = 0; m < (stencil.dims == 2 ? 1 : angles); ++m) {
            const double up = stencil.dims == 2 ? 0 : (m + 0.5) / angles;  // heights on a sphere are uniformly
                                                                           // distributed
            const double level = std::sqrt(1 - up * up);
            const Direction along = stencil.dims == 2 ? Direction{std::cos(turn), 0, std::sin(turn)}
                                                      : Direction{level * std::cos(turn), level * std::sin(turn), up};
            const Ray ray = ray_along(symbol, along, courant, omega_t);
            sum += std::pow(ray.k / k, stencil.dims - 1) * ray.slope * courant;
            ++count;
        }
    }
    return sum / count;
}

}  // namespace

double modal_density(const Stencil& stencil, double courant, double omega_t) {
    static Memo<double> known;  // does not depend on the material of walls
    std::vector<double> key = numbers_of(stencil);
    key.insert(key.end(), {courant, omega_t});
    return known.of(std::move(key), [&] { return find_density(stencil, courant, omega_t); });
}

double wave_number(const Stencil& stencil, const std::array<double, 3>& along, double courant, double omega_t) {
    return ray_along(StencilSymbol(stencil), along, courant, omega_t).k;
}

}  // namespace wavesim
