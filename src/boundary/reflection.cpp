// SPDX-License-Identifier: MIT
#include "boundary/reflection.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <Eigen/Eigenvalues>

#include "stencils/scheme/memo.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;

/// The scheme along x as a polynomial in s = z + 1/z - 2 = -4 sin^2(kx/2): zero for its waves.
std::vector<double> polynomial_across_wall(const Stencil& stencil, double courant, const WallWave& wave) {
    const auto degree = static_cast<std::size_t>(radius(stencil));
    std::vector<double> row(degree + 1, 0.0);  // weight of z^m + z^-m
    double constant = std::pow(2 * std::sin(wave.omega_t / 2) / courant, 2);
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset& l : shell_points(stencil.shells[p], stencil.dims)) {
            if (l.x < 0) continue;
            const double phase = wave.ky * l.y + wave.kz * l.z, half_sine = std::sin(phase / 2);
            if (l.x > 0) row[static_cast<std::size_t>(l.x)] += stencil.a[p] * std::cos(phase);
            constant -= (l.x > 0 ? 4 : 2) * stencil.a[p] * half_sine * half_sine;
        }
    // z^m + z^-m as polynomials in s: p_{m+1} = (2 + s) p_m - p_{m-1}
    std::vector<double> result(degree + 1, 0.0), before(degree + 1, 0.0), now(degree + 1, 0.0);
    before[0] = 2;
    now[0] = 2;
    now[1] = 1;
    for (std::size_t m = 1; m <= degree; ++m) {
        for (std::size_t j = 1; j <= degree; ++j) result[j] += row[m] * now[j];
        std::vector<double> next(degree + 1, 0.0);
        for (std::size_t j = 0; j <= degree; ++j) next[j] = 2 * now[j] - before[j] + (j > 0 ? now[j - 1] : 0.0);
        before = now;
        now = next;
    }
    result[0] = constant;  // every p_m is 2 at s = 0; the centre weight cancels it
    return result;
}

Complex evaluate(const std::vector<double>& polynomial, Complex s) {
    Complex sum = 0;
    for (std::size_t j = polynomial.size(); j-- > 0;) sum = sum * s + polynomial[j];
    return sum;
}

std::vector<double> derivative(const std::vector<double>& polynomial) {
    std::vector<double> result;
    for (std::size_t j = 1; j < polynomial.size(); ++j) result.push_back(static_cast<double>(j) * polynomial[j]);
    return result;
}

std::vector<Complex> roots(std::vector<double> polynomial) {
    while (polynomial.size() > 1 && std::abs(polynomial.back()) < 1e-14) polynomial.pop_back();
    const auto degree = static_cast<Eigen::Index>(polynomial.size()) - 1;
    Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(degree, degree);
    for (Eigen::Index j = 0; j < degree; ++j) {
        companion(j, degree - 1) = -polynomial[static_cast<std::size_t>(j)] / polynomial.back();
        if (j > 0) companion(j, j - 1) = 1;
    }
    const Eigen::VectorXcd eigenvalues = Eigen::EigenSolver<Eigen::MatrixXd>(companion, false).eigenvalues();
    const std::vector<double> slope = derivative(polynomial);
    std::vector<Complex> result;
    for (Eigen::Index j = 0; j < degree; ++j) {
        Complex s = eigenvalues[j];
        for (int newton = 0; newton < 3; ++newton)
            if (const Complex f = evaluate(slope, s); f != 0.0) s -= evaluate(polynomial, s) / f;
        result.push_back(s);
    }
    return result;
}

/// The waves of the scheme at a plane wall of any material.
struct WavesAtWall {
    double kx = 0;           ///< of the propagating wave, radian per node
    Complex g0 = 0, g1 = 0;  ///< response of the half space to a force at a node: there and one node away
    Complex outgoing = 0;    ///< the propagating part of it
    int waves = 0;           ///< number of propagating waves
};

WavesAtWall find_waves(const Stencil& stencil, double courant, const WallWave& wave) {
    const std::vector<double> polynomial = polynomial_across_wall(stencil, courant, wave);
    const std::vector<double> slope = derivative(polynomial);
    WavesAtWall result;
    for (const Complex s : roots(polynomial)) {
        Complex z;
        const bool propagates = std::abs(s.imag()) < 1e-9 * std::max(1.0, std::abs(s)) && s.real() < 0 && s.real() > -4;
        if (propagates) {
            result.kx = 2 * std::asin(std::sqrt(-s.real()) / 2);
            z = std::polar(1.0, -result.kx);
            ++result.waves;
        } else {
            const Complex b = 1.0 + s / 2.0, root = std::sqrt(b * b - 1.0);
            z = std::abs(b + root) > std::abs(b - root) ? b + root : b - root;
            z = 1.0 / z;  // the larger root keeps its digits
        }
        const Complex term = 1.0 / (evaluate(slope, s) * (z - 1.0 / z));
        result.g0 += term;
        result.g1 += term * z;
        if (propagates) result.outgoing = term;
    }
    return result;
}

/// The same, computed once for walls of any material, since studies of materials plan them again and again.
WavesAtWall waves_at_wall(const Stencil& stencil, double courant, const WallWave& wave) {
    static Memo<WavesAtWall> known;
    std::vector<double> key = numbers_of(stencil);
    key.insert(key.end(), {courant, wave.omega_t, wave.ky, wave.kz});
    return known.of(std::move(key), [&] { return find_waves(stencil, courant, wave); });
}

}  // namespace

Complex wall_port(const WallLaw& law, WallTime time, double courant, double omega_t) {
    const Complex w(0, 2 / courant * std::tan(omega_t / 2));
    if (time == WallTime::explicit_form) return 1.0 / (law.air_mass + law.resistance / w);
    return Complex(0, std::sin(omega_t) / courant) / (law.air_mass * w + law.resistance);
}

Complex wall_port(const PortLaw& law, double courant, double omega_t) {
    const Complex w(0, 2 / courant * std::tan(omega_t / 2));
    Complex admittance = 0;
    for (const PortBranch& branch : law.branches)
        admittance += 1.0 / (branch.mass * w + branch.resistance + branch.stiffness / w);
    return 1.0 / (law.air_mass + 1.0 / (admittance * w));
}

namespace {

WallReflection reflection_of(const Stencil& stencil, double courant, Complex port, WallPosition position,
                             const WallWave& wave) {
    const WavesAtWall at = waves_at_wall(stencil, courant, wave);
    if (at.waves != 1)
        throw std::domain_error(at.waves == 0 ? "no wave of the scheme reaches the wall at this frequency and angle"
                                              : "the scheme has several waves at this frequency and angle");
    WallReflection result;
    result.kx = at.kx;
    if (position == WallPosition::half) {
        const double c = std::cos(at.kx / 2);
        result.coefficient = 1.0 + 4 * c * c * at.outgoing * port / (1.0 - port * (at.g0 + at.g1));
    } else {
        result.coefficient = 1.0 + 4.0 * at.outgoing * port / (1.0 - 2.0 * port * at.g0);
    }
    return result;
}

}  // namespace

WallReflection wall_reflection(const Stencil& stencil, double courant, const WallLaw& law, WallTime time,
                               WallPosition position, const WallWave& wave) {
    return reflection_of(stencil, courant, wall_port(law, time, courant, wave.omega_t), position, wave);
}

PortWave port_wave(const Stencil& stencil, double courant, const WallWave& wave) {
    const WavesAtWall at = find_waves(stencil, courant, wave);
    if (at.waves != 1) throw std::domain_error("the scheme has no wave, or several, at this frequency and angle");
    const double across = std::pow(std::cos(wave.ky / 2) * std::cos(wave.kz / 2), 2), c = std::cos(at.kx / 2);
    return {4 * c * c * across * at.outgoing, across * (at.g0 + at.g1)};
}

WallReflection wall_reflection(const Stencil& stencil, double courant, const PortLaw& law, const WallWave& wave) {
    const double across = std::cos(wave.ky / 2) * std::cos(wave.kz / 2);
    const Complex port = law.area * across * across * wall_port(law, courant, wave.omega_t);
    return reflection_of(stencil, courant, port, WallPosition::half, wave);
}

}  // namespace wavesim
