// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "stencils/problem/tilted_medium.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim::test {

inline constexpr double pi = std::numbers::pi;

inline double odd_symbol(const double* weights, int count, double k) {
    double sum = 0;
    for (int m = 1; m <= count; ++m) sum += 2 * weights[m - 1] * std::sin(m * k);
    return sum;
}
inline double even_symbol(const double* weights, int count, double k) {
    double sum = 0;
    for (int m = 1; m <= count; ++m) sum += 2 * weights[m - 1] * (1 - std::cos(m * k));
    return sum;
}
inline double sigma(double k) { return even_symbol(tti::second_difference, 4, k); }
inline double first(double k) { return odd_symbol(tti::first_difference, 4, k); }
inline double mixed(double k) { return odd_symbol(tti::mixed_difference, 2, k); }

/// Symbols of the two operators of a form: what (L - H) and H, or G_1 and G_3, do to a plane wave, times -1.
struct Symbols {
    double across;
    double along;
};

/// n: axis; weight: w^2 of R by field and axis in the self-adjoint form.
inline Symbols symbols(TtiForm form, const std::array<double, 3>& k, const std::array<double, 3>& n,
                       const std::array<std::array<double, 3>, 2>& weight) {
    double along = 0;
    double laplacian = 0;
    double gradient2 = 0;
    double slope = 0;
    double rest_across = 0;
    double rest_along = 0;
    for (std::size_t d = 0; d < 3; ++d) {
        laplacian += sigma(k[d]);
        along += n[d] * n[d] * sigma(k[d]);
        for (std::size_t e = 0; e < d; ++e) along += 2 * n[d] * n[e] * mixed(k[d]) * mixed(k[e]);
        gradient2 += first(k[d]) * first(k[d]);
        slope += n[d] * first(k[d]);
        const double rest = sigma(k[d]) - first(k[d]) * first(k[d]);
        rest_across += weight[0][d] * rest;
        rest_along += weight[1][d] * rest;
    }
    if (form == TtiForm::k73) return {laplacian - along, along};
    return {gradient2 - slope * slope + rest_across, slope * slope + rest_along};
}

/// Of a grid whose mean n_d^2 those are, without layers.
inline Symbols symbols(TtiForm form, const std::array<double, 3>& k, const std::array<double, 3>& n,
                       const std::array<double, 3>& mean) {
    return symbols(form, k, n, std::array{std::array{1 - mean[0], 1 - mean[1], 1 - mean[2]}, mean});
}
/// Where the axis is the same everywhere.
inline Symbols symbols(TtiForm form, const std::array<double, 3>& k, const std::array<double, 3>& n) {
    return symbols(form, k, n, std::array{n[0] * n[0], n[1] * n[1], n[2] * n[2]});
}

/// The matrix of the two fields, its larger eigenvalue (omega X / v)^2 and the eigenvector.
struct Mode {
    double eigenvalue;
    std::array<double, 2> fields;
};
inline Mode mode(TtiForm form, double epsilon, double delta, const Symbols& s) {
    const double h = 1 + 2 * epsilon;
    const double v = form == TtiForm::k73 ? 1 + 2 * delta : std::sqrt(1 + 2 * delta);
    const double a = h * s.across;
    const double b = form == TtiForm::k73 ? s.along : v * s.along;
    const double c = v * s.across;
    const double d = s.along;
    const double eigenvalue = (a + d) / 2 + std::sqrt((a - d) * (a - d) / 4 + b * c);
    return {eigenvalue, {b, eigenvalue - a}};
}

}  // namespace wavesim::test
