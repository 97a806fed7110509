// SPDX-License-Identifier: MIT
#include "stencils/tti/p_wave_point.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "stencils/tti/operator_weights.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

constexpr std::size_t waves = 24;  ///< wave numbers along an axis, shifted by half a step from 0, so that k and -k
                                   ///< occur
constexpr std::size_t width = 2 * PWavePoint::reach + 1;

double wave_number(std::size_t i) { return 2 * pi * (static_cast<double>(i) + 0.5) / static_cast<double>(waves) - pi; }

/// Symbols of the first difference, without its factor i, and of R.
struct Symbols {
    double first, rest;
};
Symbols symbols_at(double k) {
    Symbols s{};
    double second = 0;
    for (int m = 1; m <= 4; ++m) {
        s.first += 2 * tti::first_difference[m - 1] * std::sin(m * k);
        second += 2 * tti::second_difference[m - 1] * (1 - std::cos(m * k));
    }
    s.rest = second - s.first * s.first;
    return s;
}

/// Both eigenvalues of C diag(G1, G3) / v^2.
struct Eigenvalues {
    double p, second;
};
Eigenvalues eigenvalues(const PointRock& rock, double g1, double g3) {
    const double trace = (1 + 2 * rock.epsilon) * g1 + g3;
    const double root = std::sqrt(std::max(0.0, trace * trace - 8 * (rock.epsilon - rock.delta) * g1 * g3));
    return {(trace + root) / 2, (trace - root) / 2};
}

/// Window of the weights: 1 at the point, a twelfth at the outermost nodes.
double window(double cells) { return 0.54 + 0.46 * std::cos(pi * cells / (PWavePoint::reach + 1)); }

/// sum over k of values[rest][k] table[j][k], as [j][rest]. Three calls transform all three axes.
std::vector<Complex> transformed(const std::vector<Complex>& values, const std::vector<Complex>& table,
                                 std::size_t along) {
    const std::size_t rest = values.size() / along, nodes = table.size() / along;
    std::vector<Complex> sums(nodes * rest);
    for (std::size_t j = 0; j < nodes; ++j)
        for (std::size_t r = 0; r < rest; ++r) {
            double real = 0, imaginary = 0;
            for (std::size_t k = 0; k < along; ++k) {
                const Complex a = values[r * along + k], b = table[j * along + k];
                real += a.real() * b.real() - a.imag() * b.imag();
                imaginary += a.real() * b.imag() + a.imag() * b.real();
            }
            sums[j * rest + r] = {real, imaginary};
        }
    return sums;
}

/// Values of waves at the nodes around a point, times the window; the waves start at wave number `from`.
std::vector<Complex> table_of(double offset, std::size_t from) {
    std::vector<Complex> table;
    for (std::size_t j = 0; j < width; ++j) {
        const double away = static_cast<double>(j) - PWavePoint::reach - offset;
        for (std::size_t k = from; k < waves; ++k)
            table.push_back(std::polar(window(away) / static_cast<double>(waves), wave_number(k) * away));
    }
    return table;
}

}  // namespace

PWavePoint::PWavePoint(const PointRock& rock, int dims) : rock_(rock), dims_(dims) {
    std::array<Symbols, waves> along{};
    for (std::size_t i = 0; i < waves; ++i) along[i] = symbols_at(wave_number(i));
    const double h = 1 + 2 * rock.epsilon, root_a = std::sqrt(1 + 2 * rock.delta);
    for (std::size_t z = waves / 2; z < waves; ++z)
        for (std::size_t y = 0; y < (dims == 2 ? 1 : waves); ++y)
            for (std::size_t x = 0; x < waves; ++x) {
                const std::array<std::size_t, 3> k{x, y, z};
                double square = 0, axial = 0, all = 0, rest_1 = 0, rest_3 = 0;
                for (const std::size_t d : {0U, 1U, 2U}) {
                    if (dims == 2 && d == 1) continue;
                    const Symbols& s = along[k[d]];
                    const double n = rock.axis[d];
                    square += wave_number(k[d]) * wave_number(k[d]);
                    axial += n * s.first;
                    all += s.first * s.first;
                    rest_1 += (1 - n * n) * s.rest;
                    rest_3 += n * n * s.rest;
                }
                const double g1 = all - axial * axial + rest_1, g3 = axial * axial + rest_3;
                const Eigenvalues w = eigenvalues(rock, g1, g3);
                const double share = 1 - std::exp(-std::pow(square / (long_waves * long_waves), 2));
                pressure_.push_back(share * ((h * g1 - w.second) / (w.p - w.second) - 1));
                second_.push_back(share * root_a * g3 / (w.p - w.second));
            }
}

PWavePoint::Block PWavePoint::around(const std::array<double, 3>& offset) const {
    const std::vector<Complex> x = table_of(offset[0], 0);
    const std::vector<Complex> y = dims_ == 2 ? std::vector<Complex>{1} : table_of(offset[1], 0);
    const std::vector<Complex> z = table_of(offset[2], waves / 2);
    const std::size_t waves_y = dims_ == 2 ? 1 : waves, nodes_y = dims_ == 2 ? 1 : width;
    const auto weights = [&](const std::vector<double>& symbol) {
        std::vector<Complex> values(symbol.begin(), symbol.end());
        values = transformed(transformed(transformed(values, x, waves), y, waves_y), z, waves / 2);
        std::vector<double> sums;
        for (const Complex& value : values) sums.push_back(2 * value.real());  // sum over k and -k
        return sums;
    };
    Block block{weights(pressure_), weights(second_)};
    // The longest waves must not change: the sum of the weights is 0.
    std::vector<double> smooth;
    const auto bell = [](std::size_t j, double from) {
        return std::pow(window(static_cast<double>(j) - reach - from), 2);
    };
    for (std::size_t k = 0; k < width; ++k)
        for (std::size_t j = 0; j < nodes_y; ++j)
            for (std::size_t i = 0; i < width; ++i)
                smooth.push_back(bell(k, offset[2]) * (dims_ == 2 ? 1 : bell(j, offset[1])) * bell(i, offset[0]));
    const double all = std::accumulate(smooth.begin(), smooth.end(), 0.0);
    for (std::vector<double>* values : {&block.pressure, &block.second}) {
        const double left = std::accumulate(values->begin(), values->end(), 0.0) / all;
        for (std::size_t i = 0; i < values->size(); ++i) (*values)[i] -= left * smooth[i];
    }
    return block;
}

void PWavePoint::add(const Block& block, PointWeights& point, const Extent& extent, const Node& home) {
    const PointWeights pressure = std::move(point);
    point = {};
    const int flat = extent.ny == 1 ? 0 : reach;
    std::size_t i = 0;
    for (std::int64_t z = home.z - reach; z <= home.z + reach; ++z)
        for (std::int64_t y = home.y - flat; y <= home.y + flat; ++y)
            for (std::int64_t x = home.x - reach; x <= home.x + reach; ++x, ++i) {
                if (x < 0 || y < 0 || z < 0 || x >= extent.nx || y >= extent.ny || z >= extent.nz) continue;
                const std::int64_t node = extent.index(x, y, z);
                const auto known = std::lower_bound(pressure.nodes.begin(), pressure.nodes.end(), node);
                const bool has = known != pressure.nodes.end() && *known == node;
                const double weight =
                    has ? pressure.weights[static_cast<std::size_t>(known - pressure.nodes.begin())] : 0.0;
                point.nodes.push_back(node);
                point.weights.push_back(weight + block.pressure[i]);
                point.second_weights.push_back(block.second[i]);
            }
}

PWaveErrors PWavePoint::errors(double points_per_wavelength) const {
    constexpr int steps = 18;  // over 180 degrees
    const Block block = around({0, 0, 0});
    const double omega = 2 * pi / points_per_wavelength;  // frequency divided by v, radians per cell
    const double h = 1 + 2 * rock_.epsilon, root_a = std::sqrt(1 + 2 * rock_.delta);
    // Response of a point to a wave, per field.
    const auto read = [&](const std::array<double, 3>& k) {
        std::array<double, 2> sums{1, 0};
        std::size_t i = 0;
        const int flat = dims_ == 2 ? 0 : reach;
        for (int z = -reach; z <= reach; ++z)
            for (int y = -flat; y <= flat; ++y)
                for (int x = -reach; x <= reach; ++x, ++i) {
                    const double wave = std::cos(k[0] * x + k[1] * y + k[2] * z);
                    sums[0] += block.pressure[i] * wave;
                    sums[1] += block.second[i] * wave;
                }
        return sums;
    };
    PWaveErrors errors;
    double left = 0, whole = 0;
    for (int i = 0; i < steps; ++i) {
        const double theta = pi * (i + 0.5) / steps;
        const int around_z = dims_ == 2 ? 1 : std::max(1, static_cast<int>(std::lround(steps * std::sin(theta))));
        for (int j = 0; j < around_z; ++j) {
            const double phi = pi * j / around_z;
            const std::array<double, 3> ray{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                                            std::cos(theta)};
            const double cosine = ray[0] * rock_.axis[0] + ray[1] * rock_.axis[1] + ray[2] * rock_.axis[2];
            const double g3 = cosine * cosine, g1 = 1 - g3;
            const Eigenvalues w = eigenvalues(rock_, g1, g3);
            const auto waved = [&](double square) {
                const double k = omega / std::sqrt(square);
                return std::array<double, 3>{k * ray[0], k * ray[1], k * ray[2]};
            };
            // sigma_V / sigma_H of the P wave, from the row of the equations that is better conditioned.
            const double p = g3 > 0.5 ? (w.p - h * g1) / (root_a * g3) : root_a * g1 / (w.p - g3);
            const std::array<double, 2> of_p = read(waved(w.p));
            errors.level = std::max(errors.level, std::abs(of_p[0] + of_p[1] * p - 1));
            const std::array<double, 3> short_wave = waved(w.second);
            if (std::max({std::abs(short_wave[0]), std::abs(short_wave[1]), std::abs(short_wave[2])}) > pi) continue;
            const double length = std::hypot(g3 - w.second, root_a * g1);
            const std::array<double, 2> of_second = read(short_wave);
            left += std::pow((of_second[0] * (w.second - g3) + of_second[1] * root_a * g1) / length, 2);
            whole += std::pow((w.second - g3) / length, 2);
        }
    }
    errors.second = whole > 0 ? std::sqrt(left / whole) : 0;
    return errors;
}

}  // namespace wavesim
