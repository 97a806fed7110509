// SPDX-License-Identifier: MIT
#include "boundary/angle_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Dense>

#include "boundary/admittance_curve.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;

struct Direction {
    double cosine;
    double azimuth;
    double share;  ///< fraction of the solid angle
};

/// Normal incidence, which is not included in sums, and 48 other directions, denser near grazing incidence. Midpoint
/// rules in the square root of the cosine and in the azimuth over 45 degrees.
const std::vector<Direction>& directions() {
    static const std::vector<Direction> all = [] {
        constexpr int cosines = 16, azimuths = 3;
        std::vector<Direction> found{{1, 0, 0}};
        for (int i = 0; i < cosines; ++i)
            for (int j = 0; j < azimuths; ++j) {
                const double root = (i + 0.5) / cosines;
                found.push_back(
                    {root * root, (j + 0.5) / azimuths * std::numbers::pi / 4, 2 * root / (cosines * azimuths)});
            }
        return found;
    }();
    return all;
}

/// The wave number of the scheme in a direction, by Newton's method from the wave number in air, `omega`. `wanted`: the
/// symbol there.
double wave_number(const StencilSymbol& symbol, double wanted, double omega, const std::array<double, 3>& along) {
    const auto at = [&](double k) { return symbol({k * along[0], k * along[1], k * along[2]}); };
    double k = omega;
    for (int i = 0; i < 40; ++i) {
        const double h = 1e-5, slope = (at(k + h) - at(k - h)) / (2 * h), step = (at(k) - wanted) / slope;
        k -= step;
        if (std::abs(step) < 1e-12) break;
    }
    return k;
}

double lost(Complex coefficient) { return 1 - std::norm(coefficient); }

}  // namespace

AngleTable::AngleTable(const Stencil& stencil, double courant, double air_mass, const std::vector<double>& omega,
                       TraceTime time)
    : air_mass_(air_mass) {
    const StencilSymbol symbol(stencil);
    const auto frequency = [&](double kx, double ky, double kz) {
        const double without_steps = std::sqrt(symbol({kx, ky, kz}));
        return time == TraceTime::corrected ? without_steps : 2 / courant * std::asin(courant / 2 * without_steps);
    };
    for (const double w : omega) {
        const double in_steps = omega_in_steps(time, w, courant);
        const double wanted = std::pow(2 * std::sin(in_steps * courant / 2) / courant, 2);
        rates_.emplace_back(0, 2 / courant * std::tan(in_steps * courant / 2));
        std::vector<Wave>& waves = waves_.emplace_back();
        for (const Direction& d : directions()) {
            const double sine = std::sqrt(1 - d.cosine * d.cosine);
            const std::array<double, 3> along{d.cosine, sine * std::cos(d.azimuth), sine * std::sin(d.azimuth)};
            const double k = wave_number(symbol, wanted, w, along);
            const double kx = k * along[0], ky = k * along[1], kz = k * along[2], h = 1e-5;
            waves.push_back({(frequency(kx + h, ky, kz) - frequency(kx - h, ky, kz)) / (2 * h),
                             port_wave(stencil, courant, {in_steps * courant, ky, kz})});
        }
    }
}

Complex AngleTable::coefficient(std::size_t f, std::size_t direction, Complex impedance) const {
    const PortWave& wave = waves_[f][direction].at_wall;
    const Complex port = 1.0 / (air_mass_ + impedance / rates_[f]);
    return 1.0 + wave.echo * port / (1.0 - wave.loop * port);
}

std::vector<double> AngleTable::losses(std::size_t f, Complex impedance) const {
    std::vector<double> all;
    for (std::size_t d = 0; d < directions().size(); ++d)
        all.push_back(waves_[f][d].speed * lost(coefficient(f, d, impedance)));
    return all;
}

std::vector<double> AngleTable::exact_losses(Complex impedance) const {
    std::vector<double> all;
    for (const Direction& d : directions())
        all.push_back(d.cosine * lost((impedance * d.cosine - 1.0) / (impedance * d.cosine + 1.0)));
    return all;
}

double AngleTable::weight(std::size_t direction) const {
    const Direction& d = directions()[direction];
    return direction == 0 ? 2 * std::sqrt(0.5) : std::sqrt(2 * d.cosine * d.share) + std::sqrt(d.share);
}

Complex AngleTable::head_on_admittance(std::size_t f, Complex impedance) const {
    const Complex r = coefficient(f, 0, impedance);
    return (1.0 - r) / (1.0 + r);
}

double AngleTable::absorption(std::size_t f, Complex impedance, Incidence incidence) const {
    const std::vector<double> all = losses(f, impedance);
    if (incidence == Incidence::normal) return all.front();
    double sum = 0;
    for (std::size_t d = 1; d < all.size(); ++d) sum += 2 * directions()[d].share * all[d];
    return sum;
}

double random_absorption_of(Complex impedance) { return random_absorption_with(1.0 / impedance); }

double normal_absorption_of(Complex impedance) { return lost((impedance - 1.0) / (impedance + 1.0)); }

std::vector<double> least_squares(const std::function<std::vector<double>(const std::vector<double>&)>& residual,
                                  std::vector<double> start, int most_steps) {
    const auto vector = [](const std::vector<double>& v) {
        return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size())));
    };
    std::vector<double> x = std::move(start);
    Eigen::VectorXd now = vector(residual(x));
    double damping = 1e-3;
    for (int step = 0; step < most_steps; ++step) {
        Eigen::MatrixXd slope(now.size(), static_cast<Eigen::Index>(x.size()));
        for (std::size_t i = 0; i < x.size(); ++i) {
            constexpr double h = 1e-6;
            std::vector<double> moved = x;
            moved[i] += h;
            slope.col(static_cast<Eigen::Index>(i)) = (vector(residual(moved)) - now) / h;
        }
        const Eigen::MatrixXd normal = slope.transpose() * slope;
        const Eigen::VectorXd pull = slope.transpose() * now;
        bool better = false;
        while (!better && damping < 1e12) {
            Eigen::MatrixXd damped = normal;
            damped.diagonal() += damping * normal.diagonal();
            const Eigen::VectorXd change = damped.ldlt().solve(-pull);
            std::vector<double> tried = x;
            for (std::size_t i = 0; i < x.size(); ++i)
                tried[i] += std::clamp(change[static_cast<Eigen::Index>(i)], -2.0, 2.0);
            const Eigen::VectorXd then = vector(residual(tried));
            better = then.squaredNorm() < now.squaredNorm();
            if (!better) {
                damping *= 4;
                continue;
            }
            const bool done = then.squaredNorm() > (1 - 1e-9) * now.squaredNorm();
            x = std::move(tried);
            now = then;
            damping = std::max(1e-12, damping / 5);
            if (done) return x;
        }
        if (!better) break;
    }
    return x;
}

}  // namespace wavesim
