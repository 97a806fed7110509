// SPDX-License-Identifier: MIT
#include "boundary/tilted_scheme.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "boundary/quartic_roots.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim {

namespace {

using Complex = TiltedScheme::Complex;

}  // namespace

AxisSymbols::AxisSymbols(Complex k) {
    const Complex turn = std::exp(TiltedScheme::i_unit * k), back = 1.0 / turn;
    Complex ahead = 1, behind = 1;
    for (int m = 1; m <= 8; ++m) {
        ahead *= turn;
        behind *= back;
        const Complex cosine = (ahead + behind) / 2.0, sine = (ahead - behind) / (2.0 * TiltedScheme::i_unit);
        const double w = 2 * tti::hourglass.at[m - 1];
        rest += w * (cosine - 1.0);
        rest_slope -= w * m * sine;
        if (m > 4) continue;
        const double v = 2 * tti::first_difference[m - 1];
        first += v * sine;
        first_slope += v * m * cosine;
    }
}

std::array<Complex, 2> PointSymbol::at(Complex x, Complex z) const {
    constexpr int reach = PWavePoint::reach;
    constexpr std::size_t width = 2 * reach + 1;
    std::array<Complex, width> of_x;
    for (std::size_t i = 0; i < width; ++i)
        of_x[i] = std::exp(TiltedScheme::i_unit * x * (static_cast<double>(i) - reach));
    std::array<Complex, 2> sums{1, 0};
    for (std::size_t k = 0; k < width; ++k) {
        std::array<double, 4> row{};
        for (std::size_t i = 0; i < width; ++i) {
            const double pressure = block_.pressure[k * width + i], second = block_.second[k * width + i];
            row[0] += pressure * of_x[i].real();
            row[1] += pressure * of_x[i].imag();
            row[2] += second * of_x[i].real();
            row[3] += second * of_x[i].imag();
        }
        const Complex of_z = std::exp(TiltedScheme::i_unit * z * (static_cast<double>(k) - reach));
        sums[0] += of_z * Complex(row[0], row[1]);
        sums[1] += of_z * Complex(row[2], row[3]);
    }
    return sums;
}

/// Contribution of the wave number along the layer to the symbols.
struct TiltedScheme::Along {
    Along(double of, const TurnedNode& inside) : number(of) {
        const AxisSymbols symbols(of);
        axial = inside.along * symbols.first.real();
        square = symbols.first.real() * symbols.first.real();
        axial_slope = inside.along * symbols.first_slope.real();
        square_slope = 2 * symbols.first.real() * symbols.first_slope.real();
        for (std::size_t f = 0; f < 2; ++f) {
            const double weight = inside.weight_along[f] * inside.weight_along[f];
            rest[f] = weight * symbols.rest.real();
            rest_slope[f] = weight * symbols.rest_slope.real();
        }
    }
    double number, axial, square, axial_slope, square_slope;
    std::array<double, 2> rest, rest_slope;
};

/// G_1 (across the axis) and G_3 (along it), and their derivatives by the wave number across the layer or along it.
struct TiltedScheme::Symbols {
    Complex first, second, first_slope, second_slope;
};

TiltedScheme::TiltedScheme(const TurnedLayer& layer, const TurnedNode& inside, Complex omega_t)
    : across_(layer.across),
      inside_(inside),
      horizontal_(1 + 2 * layer.rock.epsilon),
      root_(std::sqrt(1 + 2 * std::min(layer.rock.delta, layer.rock.epsilon))),
      square_(std::pow(2.0 * std::sin(omega_t / 2.0) / layer.courant, 2)) {}

TiltedScheme::Symbols TiltedScheme::symbols(Complex across, const Along& along) const {
    const AxisSymbols of(across);
    const auto weight = [&](std::size_t f) { return inside_.weight_across[f] * inside_.weight_across[f]; };
    const Complex axial = along.axial + inside_.across * of.first;
    Symbols g;
    g.second = axial * axial + along.rest[1] + weight(1) * of.rest;
    g.first = along.square + of.first * of.first - axial * axial + along.rest[0] + weight(0) * of.rest;
    g.second_slope = 2.0 * inside_.across * axial * of.first_slope + weight(1) * of.rest_slope;
    g.first_slope = 2.0 * (of.first - inside_.across * axial) * of.first_slope + weight(0) * of.rest_slope;
    return g;
}

/// (square - W) (square - W'), where W and W' are the squared frequencies of both waves; and its derivative.
std::array<Complex, 2> TiltedScheme::determinant(const Symbols& g) const {
    const double h = horizontal_, c = h - root_ * root_;
    return {square_ * (square_ - h * g.first - g.second) + c * g.first * g.second,
            c * (g.first_slope * g.second + g.first * g.second_slope) - square_ * (h * g.first_slope + g.second_slope)};
}

/// Largest wave number along the layer over all phase angles: that of the slowest wave along the layer.
double TiltedScheme::grazing() const {
    constexpr int looks = 180;
    const double h = horizontal_, c = h - root_ * root_;
    double slowest = 0;
    for (int look = 0; look < looks; ++look) {
        const double angle = std::numbers::pi * (look + 0.5) / looks;
        const double axial = std::cos(angle) * inside_.across + std::sin(angle) * inside_.along;
        const double g3 = axial * axial, g1 = 1 - g3, trace = h * g1 + g3;
        const double speed = std::sqrt((trace + std::sqrt(std::max(0.0, trace * trace - 4 * c * g1 * g3))) / 2);
        slowest = std::max(slowest, std::sin(angle) / speed);
    }
    return std::sqrt(square_).real() * slowest;
}

/// Newton's method from a guess, deflated by the roots already found; true if it converges to a new root.
bool TiltedScheme::polish(const Along& along, const std::vector<Complex>& found, Complex& across) const {
    for (int iteration = 0; iteration < 30; ++iteration) {
        if (!(std::abs(across.real()) < 3.5 && std::abs(across.imag()) < 2.5)) return false;
        const auto [value, slope] = determinant(symbols(across, along));
        Complex change = value / slope;
        if (std::abs(change) > 1e-12) {
            Complex others = 0;
            for (const Complex& other : found) others += 1.0 / (across - other);
            change /= 1.0 - change * others;
        }
        across -= change;
        if (std::abs(change) < 1e-12) break;
        if (iteration == 29) return false;
    }
    return std::none_of(found.begin(), found.end(), [&](Complex other) {
        const double turns = std::round((across - other).real() / (2 * std::numbers::pi));
        return std::abs(across - other - 2 * std::numbers::pi * turns) < 1e-7;
    });
}

/// Starts from the roots for long waves, those of a polynomial of degree four, or two where the rock is elliptical or
/// upright. Therefore the polynomial in 1 / k is solved.
std::vector<Complex> TiltedScheme::roots(const Along& along) const {
    const double n = inside_.across, h = horizontal_, c = h - root_ * root_;
    const double square = along.number * along.number, axial = along.number * inside_.along;
    const std::array<double, 3> g3{axial * axial, 2 * n * axial, n * n};
    const std::array<double, 3> g1{square - g3[0], -g3[1], 1 - g3[2]};
    std::array<Complex, 5> terms{0, 0, 0, 0, square_ * square_};  // coefficients by powers of 1 / k
    for (std::size_t i = 0; i < 3; ++i) {
        terms[4 - i] -= square_ * (h * g1[i] + g3[i]);
        for (std::size_t j = 0; j < 3; ++j) terms[4 - i - j] += c * g1[i] * g3[j];
    }
    std::vector<Complex> found;
    std::array<int, 2> of_side{};
    const auto look = [&](Complex k) {
        if (!polish(along, found, k) || ++of_side[k.imag() > 0 ? 1 : 0] > 2) return;
        found.push_back(k);
    };
    for (const Complex& reciprocal : quartic_roots(terms, 1 / std::sqrt(std::max(std::abs(square_), square))))
        look(1.0 / reciprocal);
    // The second wave may be shorter than the grid resolves.
    constexpr std::array<Complex, 4> short_waves{Complex(2, 0.1), {2.6, 0.3}, {3, 0.5}, {2.9, 1.3}};
    for (const Complex& wave : short_waves)
        for (const double side : {1.0, -1.0})
            if (of_side[side > 0 ? 1 : 0] < 2)
                for (const double turn : {1.0, -1.0}) look({turn * wave.real(), side * wave.imag()});
    return found;
}

TiltedMode TiltedScheme::mode(const Along& along, Complex across, const PointSymbol& point) const {
    const Symbols g = symbols(across, along);
    const double h = horizontal_, r = root_;
    const auto shares = across_ == 0 ? point.at(across, along.number) : point.at(along.number, across);
    const std::array<Complex, 2> force{(h * shares[0] + r * shares[1]) / h, (r * shares[0] + shares[1]) / h};
    const Complex strength = (across.imag() > 0 ? TiltedScheme::i_unit : -TiltedScheme::i_unit) / determinant(g)[1];
    const std::array<Complex, 2> sent{strength * ((g.second - square_) * force[0] - r * g.second * force[1]),
                                      strength * (-r * g.first * force[0] + (h * g.first - square_) * force[1])};
    TiltedMode mode{across, {square_ - g.second, r * g.first}, 0, 0};
    if (std::norm(square_ - h * g.first) > std::norm(mode.fields[0]))
        mode.fields = {r * g.second, square_ - h * g.first};
    const double size = std::sqrt(std::norm(mode.fields[0]) + std::norm(mode.fields[1]));
    for (Complex& field : mode.fields) field /= size;
    Symbols beside = g;
    const Complex axial = along.axial + inside_.across * AxisSymbols(across).first;
    beside.second_slope = 2.0 * axial * along.axial_slope + along.rest_slope[1];
    beside.first_slope = along.square_slope - 2.0 * axial * along.axial_slope + along.rest_slope[0];
    mode.drift = -(determinant(beside)[1] / determinant(g)[1]).real();
    if (std::abs(across.imag()) > 0.6) return mode;
    for (std::size_t f = 0; f < 2; ++f) {
        mode.sent += std::conj(mode.fields[f]) * sent[f];
        mode.heard += shares[f] * mode.fields[f];
    }
    return mode;
}

TiltedModes TiltedScheme::modes(double number, const PointSymbol& point) const {
    const Along along(number, inside_);
    TiltedModes modes;
    for (const Complex k : roots(along))  // waves that decay into the domain are outgoing
        (k.imag() > 0 ? modes.back : modes.comes).push_back(mode(along, k, point));
    return modes;
}

}  // namespace wavesim
