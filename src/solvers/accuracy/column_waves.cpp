// SPDX-License-Identifier: MIT
#include "solvers/accuracy/column_waves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>

#include "solvers/accuracy/band_matrix.hpp"
#include "stencils/density/density_operator.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;
constexpr Complex i1(0, 1);

/// The nodes of a column, with `beside` further nodes at either end.
struct ColumnNodes {
    std::vector<double> modulus;
    std::vector<double> buoyancy;  ///< at the half nodes after each node and before the first; empty for constant
                                   ///< density
    std::vector<double> differences;

    ColumnNodes(const Column& column, std::size_t beside) {
        const ColumnPiece& low = column.pieces.front();
        const ColumnPiece& high = column.pieces.back();
        const bool one = column.buoyancy.empty();
        const auto modulus_of = [one](const ColumnPiece& piece) {
            return (one ? 1 : piece.density) * piece.speed * piece.speed;
        };
        modulus.assign(beside, modulus_of(low));
        modulus.insert(modulus.end(), column.modulus.begin(), column.modulus.end());
        modulus.insert(modulus.end(), beside, modulus_of(high));
        if (one) return;
        differences = staggered_weights(column.half_order);
        buoyancy.assign(beside + 1, 1 / low.density);
        buoyancy.insert(buoyancy.end(), column.buoyancy.begin(), column.buoyancy.end());
        buoyancy.insert(buoyancy.end(), beside + 1, 1 / high.density);
    }

    double face(std::int64_t after) const {
        const auto last = static_cast<std::int64_t>(buoyancy.size()) - 1;
        return buoyancy[static_cast<std::size_t>(std::clamp<std::int64_t>(after + 1, 0, last))];
    }
};

/// Weights of the nodes node - reach ... node + reach, without the modulus of the node.
std::vector<double> column_row(const ColumnNodes& nodes, const std::vector<double>& arms, std::int64_t node) {
    const auto reach = static_cast<std::int64_t>(arms.size());
    std::vector<double> row(static_cast<std::size_t>(2 * reach + 1));
    const auto at = [&](std::int64_t offset) -> double& { return row[static_cast<std::size_t>(reach + offset)]; };
    if (nodes.buoyancy.empty()) {
        for (std::int64_t m = 1; m <= reach; ++m) {
            const double weight = arms[static_cast<std::size_t>(m - 1)];
            at(m) += weight;
            at(-m) += weight;
            at(0) -= 2 * weight;
        }
        return row;
    }
    const std::vector<double>& s = nodes.differences;
    const auto half_order = static_cast<std::int64_t>(s.size());
    // Adds `weight` times the flux after node j, b_j (D+ p)_j.
    const auto add_flux = [&](std::int64_t j, double weight) {
        weight *= nodes.face(node + j);
        for (std::int64_t m = 1; m <= half_order; ++m) {
            at(j + m) += weight * s[static_cast<std::size_t>(m - 1)];
            at(j - m + 1) -= weight * s[static_cast<std::size_t>(m - 1)];
        }
    };
    for (std::int64_t m = 1; m <= half_order; ++m) {
        add_flux(m - 1, s[static_cast<std::size_t>(m - 1)]);
        add_flux(-m, -s[static_cast<std::size_t>(m - 1)]);
    }
    return row;
}

double column_length(const std::vector<ColumnPiece>& pieces) {
    double length = 0;
    for (const ColumnPiece& piece : pieces) length += piece.length;
    return length;
}

}  // namespace

ColumnScheme::ColumnScheme(const Stencil& stencil, double courant)
    : arms_(collapse_to_axis(stencil)), courant_(courant) {}

double ColumnScheme::squared(double omega) const {
    if (courant_ == 0) return omega * omega;
    return std::pow(2 * std::sin(omega * courant_ / 2) / courant_, 2);
}

/// Newton's method from below: the symbol is concave up to the wanted wave number.
double ColumnScheme::wave_number(double omega, double speed) const {
    constexpr int most = 50;
    constexpr double exact = 1e-13;
    const double wanted = squared(omega) / (speed * speed);
    double longest = 0;  // the symbol of the shortest wave, at pi
    for (std::size_t m = 0; m < arms_.size(); m += 2) longest += 4 * arms_[m];
    if (!(longest > wanted)) return 0;
    double k = std::sqrt(wanted);
    for (int n = 0; n < most; ++n) {
        const Complex turn = std::polar(1.0, k);
        Complex all = turn;
        double symbol = -wanted, slope = 0;
        for (std::size_t m = 0; m < arms_.size(); ++m, all *= turn) {
            symbol += 2 * arms_[m] * (1 - all.real());
            slope += 2 * static_cast<double>(m + 1) * arms_[m] * all.imag();
        }
        k -= symbol / slope;
        if (std::abs(symbol) < exact * wanted) break;
    }
    return k > 0 && k < std::numbers::pi ? k : 0;
}

ColumnWaves ColumnScheme::of_grid(const Column& column, double omega) const {
    const std::size_t reach = arms_.size();
    const std::size_t beside = 4 * reach + 8;  // evanescent waves have decayed there
    const ColumnNodes nodes(column, beside);
    const std::size_t count = nodes.modulus.size();
    const double k_low = wave_number(omega, column.pieces.front().speed);
    const double k_high = wave_number(omega, column.pieces.back().speed);
    const auto n = static_cast<std::int64_t>(count), r = static_cast<std::int64_t>(reach);
    BandMatrix matrix(count, reach);
    std::vector<Complex> right(count);
    for (std::int64_t i = 0; i < n; ++i) {
        const auto row = static_cast<std::size_t>(i);
        matrix.at(row, row) += squared(omega);
        const std::vector<double> weights = column_row(nodes, arms_, i);
        for (std::int64_t j = i - r; j <= i + r; ++j) {
            const double weight = nodes.modulus[row] * weights[static_cast<std::size_t>(j - i + r)];
            const auto x = static_cast<double>(j);
            if (j < 0) {  // exp(i k x) + (p_0 - 1) exp(-i k x)
                matrix.at(row, 0) += weight * std::exp(-i1 * k_low * x);
                right[row] -= weight * (std::exp(i1 * k_low * x) - std::exp(-i1 * k_low * x));
            } else if (j >= n) {
                matrix.at(row, count - 1) += weight * std::exp(i1 * k_high * static_cast<double>(j - n + 1));
            } else {
                matrix.at(row, static_cast<std::size_t>(j)) += weight;
            }
        }
    }
    const std::vector<Complex> pressure = std::move(matrix).solve(std::move(right));
    const double from_first = static_cast<double>(beside) - column.first_node;  // to position 0
    const double to_last = column.first_node + static_cast<double>(count - beside) - 1 - column_length(column.pieces);
    return {(pressure.front() - 1.0) * std::exp(-2.0 * i1 * k_low * from_first),
            pressure.back() * std::exp(-i1 * (k_low * from_first + k_high * to_last))};
}

ColumnWaves ColumnScheme::of_medium(const Column& column, double omega) const {
    Complex pressure = 1, velocity = 1 / column.pieces.back().impedance();
    double k = 0, speed = 0;
    for (auto piece = column.pieces.rbegin(); piece != column.pieces.rend(); ++piece) {
        if (piece->speed != speed) k = wave_number(omega, speed = piece->speed);
        const double turn = k * piece->length, c = std::cos(turn), s = std::sin(turn), z = piece->impedance();
        const Complex before = c * pressure - i1 * z * s * velocity;
        velocity = c * velocity - i1 * s / z * pressure;
        pressure = before;
    }
    const Complex onward = column.pieces.front().impedance() * velocity;
    return {(pressure - onward) / (pressure + onward), 2.0 / (pressure + onward)};
}

}  // namespace wavesim
