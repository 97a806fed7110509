// SPDX-License-Identifier: MIT
#include "solvers/medium/rock_waves.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

namespace wavesim {

namespace {

using std::numbers::pi;

/// Weights per field with which a block of P wave points reads a wave.
std::array<double, 2> read(const PWavePoint::Block& block, double k_across, double k_along) {
    constexpr int reach = PWavePoint::reach;
    std::array<double, 2> sums{1, 0};
    std::array<double, 2 * reach + 1> across{};
    for (int x = -reach; x <= reach; ++x) across[static_cast<std::size_t>(x + reach)] = std::cos(k_across * x);
    std::size_t i = 0;
    for (int z = -reach; z <= reach; ++z) {
        const double along = std::cos(k_along * z);
        for (const double wave : across) {
            sums[0] += block.pressure[i] * wave * along;
            sums[1] += block.second[i] * wave * along;
            ++i;
        }
    }
    return sums;
}

}  // namespace

RockWaves::RockWaves(const PointRock& rock, int dims, bool p_wave_points, double most_wave_number,
                     std::function<double(double)> pulse)
    : h_(1 + 2 * rock.epsilon),
      a_(1 + 2 * rock.delta),
      dims_(dims),
      most_wave_number_(most_wave_number),
      pulse_(std::move(pulse)) {
    if (p_wave_points) block_ = PWavePoint({rock.epsilon, rock.delta, {0, 0, 1}}, 2).around({0, 0, 0});
    constexpr int steps = 180;
    constexpr double turn = pi / 2 / steps;
    for (int i = 0; i < steps; ++i) {
        const double v = speed(Kind::second, i * turn), next = speed(Kind::second, (i + 1) * turn);
        second_speed_ = std::max(second_speed_, std::hypot((v + next) / 2, (next - v) / turn));
    }
}

double RockWaves::speed(Kind kind, double angle) const {
    const double g3 = std::pow(std::cos(angle), 2), g1 = 1 - g3, trace = h_ * g1 + g3;
    const double root = std::sqrt(std::max(0.0, trace * trace - 4 * (h_ - a_) * g1 * g3));
    return std::sqrt(std::max(0.0, kind == Kind::p_wave ? trace + root : trace - root) / 2);
}

double RockWaves::loudness(Kind kind, double angle, double wave_number) const {
    const double g3 = std::pow(std::cos(angle), 2), g1 = 1 - g3, root_a = std::sqrt(a_);
    const double w = std::pow(speed(kind, angle), 2);
    // The eigenvector from the row of the equations that does not vanish.
    const bool axial = kind == Kind::p_wave && g3 > 0.5;
    const std::array<double, 2> e = axial ? std::array{root_a * g3, w - h_ * g1} : std::array{w - g3, root_a * g1};
    const double square = (e[0] * e[0] - 2 * root_a * e[0] * e[1] + h_ * e[1] * e[1]) / (h_ - a_);
    const bool plain = kind == Kind::p_wave || !block_;  // P wave points do not change P waves
    const std::array<double, 2> weights =
        plain ? std::array{1.0, 0.0} : read(*block_, wave_number * std::sin(angle), wave_number * std::cos(angle));
    return std::pow(weights[0] * e[0] + weights[1] * e[1], 2) / square;
}

std::vector<std::vector<double>> RockWaves::envelopes(Kind kind, const std::vector<Place>& places, double step,
                                                      std::size_t count) const {
    using Complex = std::complex<double>;
    double farthest = 0;
    for (const Place& place : places) farthest = std::max(farthest, std::hypot(place.along, place.across));
    const double fastest = kind == Kind::second ? second_speed_ : std::sqrt(std::max(1.0, h_));
    const double duration = step * static_cast<double>(count);
    // Sums over wave numbers are periodic in space with this period. Their phase changes by less than a radian between
    // adjacent angles.
    const double period = 1.3 * (farthest + fastest * duration) + 40;
    const double dk = 2 * pi / period;
    const auto angles = static_cast<int>(0.8 * most_wave_number_ * period) + 32;
    std::vector<std::vector<Complex>> sums(places.size(), std::vector<Complex>(count));
    for (int i = 0; i < angles; ++i) {
        const double angle = pi / 2 * (i + 0.5) / angles, v = speed(kind, angle);
        for (int j = 0; (j + 0.5) * dk < most_wave_number_; ++j) {
            const double k = (j + 0.5) * dk;
            const double omega = k * v;
            if (omega * duration < 1) continue;  // its phase has changed by less than a radian
            const double per_area = dims_ == 2 ? k : 2 * k * k * std::sin(angle);
            const double amplitude = per_area * dk / angles * loudness(kind, angle, k) * pulse_(omega) / omega;
            if (amplitude == 0) continue;
            const Complex turn = std::polar(1.0, omega * step);
            std::vector<double> there;
            for (const Place& place : places) {
                const double across = k * std::sin(angle) * std::abs(place.across);
                there.push_back(amplitude * std::cos(k * std::cos(angle) * place.along) *
                                (dims_ == 2 ? std::cos(across) : std::cyl_bessel_j(0.0, across)));
            }
            Complex wave = 1;
            for (std::size_t t = 0; t < count; ++t, wave *= turn)
                for (std::size_t p = 0; p < places.size(); ++p) sums[p][t] += there[p] * wave;
        }
    }
    std::vector<std::vector<double>> envelopes(places.size());
    for (std::size_t p = 0; p < places.size(); ++p)
        for (const Complex& sum : sums[p]) envelopes[p].push_back(std::abs(sum));
    return envelopes;
}

}  // namespace wavesim
