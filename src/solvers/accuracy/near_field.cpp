// SPDX-License-Identifier: MIT
#include "solvers/accuracy/near_field.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace wavesim {

namespace {

using std::numbers::pi;

constexpr int half_period = 32;            // cells; images of the source lie N = 64 away
constexpr double least_wave_number = 0.2;  // so that exp(-m N) is negligible

}  // namespace

NearField::NearField(const Stencil& stencil, double wave_number, std::optional<double> courant)
    : flat_(stencil.dims == 2),
      wave_number_(std::max(wave_number, least_wave_number)),
      squared_(wave_number_ * wave_number_),
      averaged_(1),
      symbol_(StencilSymbol(stencil).on_wedge(half_period + 1)) {
    if (!courant) return;
    const double per_step = wave_number_ * *courant;
    squared_ = std::pow(2 / *courant * std::sinh(per_step / 2), 2);
    averaged_ = std::sinh(per_step) / per_step;
}

NearField::Factors NearField::factors(const std::vector<AxisWeight>& source, const std::vector<AxisWeight>& receiver) {
    Factors factors;
    for (int j = 0; j <= half_period; ++j) {
        const double k = pi * j / half_period;
        const auto sum = [k](const std::vector<AxisWeight>& weights) {
            std::complex<double> all = 0;
            for (const AxisWeight& one : weights)
                all += one.weight * std::polar(1.0, k * static_cast<double>(one.node));
            return all;
        };
        const double both_signs = j == 0 || j == half_period ? 1 : 2;
        factors.push_back(both_signs * (sum(source) * std::conj(sum(receiver))).real() / (2 * half_period));
    }
    return factors;
}

double NearField::on_nodes(const Place& source, const Place& receiver) const {
    const auto along = [&](std::size_t axis) { return factors(source.weights[axis], receiver.weights[axis]); };
    const Factors x = along(0), y = flat_ ? Factors{1} : along(1), z = along(2);
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < y.size(); ++j)
            for (std::size_t k = 0; k < z.size(); ++k)
                sum += x[i] * y[j] * z[k] /
                       (squared_ + symbol_.at({static_cast<int>(i), static_cast<int>(j), static_cast<int>(k)}));
    return averaged_ * sum;
}

double NearField::distance(const Place& source, const Place& receiver) const {
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (!(flat_ && axis == 1)) square += std::pow(source.at[axis] - receiver.at[axis], 2);
    return std::max(std::sqrt(square), 0.5);
}

double NearField::difference(const Place& source, const Place& receiver) const {
    const double r = distance(source, receiver), mr = wave_number_ * r;
    const double point = flat_ ? std::cyl_bessel_k(0.0, mr) / (2 * pi) : std::exp(-mr) / (4 * pi * r);
    return on_nodes(source, receiver) - point;
}

double NearField::error(const Place& source, const Place& receiver, const std::optional<Place>& image) {
    const auto [found, added] = known_.try_emplace({source, receiver, image}, 0.0);
    if (!added) return found->second;
    const double r = distance(source, receiver), mr = wave_number_ * r;
    const double sound =
        flat_ ? std::hypot(std::cyl_bessel_j(0.0, mr), std::cyl_neumann(0.0, mr)) / 4 : 1 / (4 * pi * r);
    const double wrong = difference(source, receiver) - (image ? difference(*image, receiver) : 0);
    return found->second = std::abs(wrong) / sound;
}

}  // namespace wavesim
