// SPDX-License-Identifier: MIT
#include "solvers/accuracy/radiated_level.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "solvers/accuracy/dispersion.hpp"
#include "solvers/accuracy/second_waves.hpp"
#include "stencils/scheme/memo.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

namespace {

using Vector = std::array<double, 3>;

double square(double x) { return x * x; }

/// First and second derivatives of a symbol by central differences, accurate to 1e-6.
struct Derivatives {
    Vector gradient{};
    std::array<Vector, 3> hessian{};

    Derivatives(const StencilSymbol& symbol, const Vector& k) {
        constexpr double step = 1e-3;  // rad per node
        const auto at = [&](std::size_t i, double a, std::size_t j, double b) {
            Vector moved = k;
            moved[i] += a * step;
            moved[j] += b * step;
            return symbol(moved);
        };
        for (std::size_t i = 0; i < 3; ++i) {
            gradient[i] = (at(i, 1, i, 0) - at(i, -1, i, 0)) / (2 * step);
            hessian[i][i] = (at(i, 1, i, 0) - 2 * symbol(k) + at(i, -1, i, 0)) / (step * step);
            for (std::size_t j = 0; j < i; ++j)
                hessian[i][j] = hessian[j][i] =
                    (at(i, 1, j, 1) - at(i, 1, j, -1) - at(i, -1, j, 1) + at(i, -1, j, -1)) / (4 * step * step);
        }
    }
    double steepness() const { return std::hypot(gradient[0], gradient[1], gradient[2]); }
    /// Gaussian curvature of the level surface: g^T adj(H) g / |g|^4.
    double curvature_3d() const {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                const std::size_t a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
                sum += gradient[i] * gradient[j] * (hessian[a][c] * hessian[b][d] - hessian[a][d] * hessian[b][c]);
            }
        return sum / std::pow(steepness(), 4);
    }
    /// Sum of its principal curvatures: (|g|^2 tr H - g^T H g) / |g|^3.
    double sum_of_curvatures() const {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3;
            sum += hessian[i][i] * (square(steepness()) - square(gradient[i]));
            sum -= 2 * gradient[i] * gradient[j] * hessian[i][j];
        }
        return sum / std::pow(steepness(), 3);
    }
    /// Curvature of the level line in (x, z): t^T H t / |g|, t along the line.
    double curvature_2d() const {
        const double x = gradient[2], z = -gradient[0];
        return (x * x * hessian[0][0] + 2 * x * z * hessian[0][2] + z * z * hessian[2][2]) / std::pow(steepness(), 3);
    }
};

double find_level(const Stencil& stencil, double courant, double points_per_wavelength, const Vector& direction,
                  bool averaged) {
    const StencilSymbol symbol(stencil);
    const double k = 2 * std::numbers::pi / points_per_wavelength;
    const Vector wave{k * direction[0], k * direction[1], k * direction[2]};
    const Derivatives d(symbol, wave);
    const double turn = 2 * std::asin(std::sqrt(std::clamp(courant * courant / 4 * symbol(wave), 0.0, 1.0)));
    const bool flat = stencil.dims == 2;
    const double curvature = flat ? d.curvature_2d() : d.curvature_3d();
    const bool convex = curvature > 0 && (flat || d.sum_of_curvatures() > 0);
    if (!convex || has_second_wave(stencil, k, symbol(wave))) return std::numeric_limits<double>::infinity();
    const double far = flat ? std::sqrt(courant == 0 ? std::sqrt(std::max(symbol(wave), 0.0)) : turn / courant) : 1;
    return 2 * far / (d.steepness() * std::sqrt(curvature)) * (averaged ? std::sin(turn) / turn : 1);
}

}  // namespace

double radiated_level(const Stencil& stencil, double courant, double points_per_wavelength, const Vector& direction,
                      bool averaged) {
    static Memo<double> known;
    std::vector<double> key = numbers_of(stencil);
    key.insert(key.end(), {courant, points_per_wavelength, averaged ? 1.0 : 0.0});
    key.insert(key.end(), direction.begin(), direction.end());
    return known.of(std::move(key),
                    [&] { return find_level(stencil, courant, points_per_wavelength, direction, averaged); });
}

bool averages_in_time(const SourceRequest& source, const Stencil& stencil, double courant) {
    return source.time_filter == TimeFilter::on ||
           (source.time_filter == TimeFilter::automatic && wants_time_filter(stencil, courant));
}

}  // namespace wavesim
