// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>
#include <vector>

#include <Eigen/Dense>

#include "boundary/trace_time.hpp"
#include "lossy_box.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim::test {

/// Modes of a scheme in a box whose walls are ports at the vertices, as if each wall were flat to infinity: exact but
/// for what edges do, so boxes may have any size. The reflection of a flat wall goes on to complex wave numbers.
class FlatBox {
  public:
    using Complex = std::complex<double>;
    /// `impedance`: Z(w) of the branches of each pair of walls, behind the air mass.
    FlatBox(const Stencil& stencil, double courant, double air_mass,
            std::array<std::function<Complex(Complex)>, 3> impedance, TraceTime traces = TraceTime::steps)
        : courant_(courant), air_mass_(air_mass), impedance_(std::move(impedance)), traces_(traces) {
        for (std::size_t p = 0; p < stencil.shells.size(); ++p)
            for (const Offset& l : shell_points(stencil.shells[p], 3))
                points_.push_back(
                    {{static_cast<double>(l.x), static_cast<double>(l.y), static_cast<double>(l.z)}, stencil.a[p]});
        radius_ = static_cast<std::size_t>(radius(stencil));
    }

    /// The mode next to an exact one, in the time of traces. `moved`: how far its phases across the box are from those,
    /// in radians.
    Complex mode(const BoxMode& exact, const std::array<double, 3>& length, double& moved) const {
        Eigen::Vector3cd k = exact.k;
        const double most = std::numbers::pi / 4 / std::max({length[0], length[1], length[2]});
        for (int i = 0; i < 60; ++i) {
            Eigen::Matrix3cd slope;
            for (int d = 0; d < 3; ++d) {
                const double h = 1e-6 * (1e-2 + std::abs(k[d]));
                Eigen::Vector3cd up = k, down = k;
                up[d] += h;
                down[d] -= h;
                slope.col(d) = (residual(exact, up, length) - residual(exact, down, length)) / (2 * h);
            }
            Eigen::Vector3cd step = slope.fullPivLu().solve(residual(exact, k, length));
            const double size = step.norm();
            k -= step * std::min(1.0, most / size);
            if (size < 1e-12) break;
        }
        moved = 0;
        for (int d = 0; d < 3; ++d)
            moved = std::max(moved, std::abs(k[d] - exact.k[d]) * length[static_cast<std::size_t>(d)]);
        Complex s = s_of(k);
        if (traces_ == TraceTime::corrected) s = 2 / courant_ * std::sinh(s * courant_ / 2.0);
        return s.imag() < 0 ? std::conj(s) : s;
    }

  private:
    struct Point {
        std::array<double, 3> at;
        double weight;
    };

    Complex s_of(const Eigen::Vector3cd& k) const {
        Complex symbol = 0;
        for (const Point& p : points_) {
            const Complex sine = std::sin((k[0] * p.at[0] + k[1] * p.at[1] + k[2] * p.at[2]) / 2.0);
            symbol += 2 * p.weight * sine * sine;
        }
        return 2 / courant_ * std::asinh(Complex(0, courant_ / 2) * std::sqrt(symbol));
    }

    Eigen::Vector3cd residual(const BoxMode& exact, const Eigen::Vector3cd& k,
                              const std::array<double, 3>& length) const {
        Eigen::Vector3cd f;
        const Complex s = s_of(k), i(0, 1);
        for (int d = 0; d < 3; ++d) {
            const auto a = static_cast<std::size_t>(d);
            const Complex half = k[d] * length[a] / 2.0, pull = i * rate_into_wall(d, k, s);
            f[d] = exact.m[a] % 2 == 0 ? k[d] * std::sin(half) - pull * std::cos(half)
                                       : k[d] * std::cos(half) + pull * std::sin(half);
        }
        return f;
    }

    /// k_d over the impedance that the wall across axis d shows: of exact walls s g / i.
    Complex rate_into_wall(int d, const Eigen::Vector3cd& k, Complex s) const {
        const int e = d == 0 ? 1 : 0, f = d == 2 ? 1 : 2;
        const Complex w = 2 / courant_ * std::tanh(s * courant_ / 2.0);
        const Complex port = 1.0 / (air_mass_ + impedance_[static_cast<std::size_t>(d)](w) / w);
        // The scheme along d as a polynomial in x = z + 1/z - 2.
        const Complex rise = std::sinh(s * courant_ / 2.0);
        std::vector<Complex> row(radius_ + 1), sum(radius_ + 1);
        sum[0] = -4.0 * rise * rise / (courant_ * courant_);
        for (const Point& p : points_) {
            const double step = p.at[static_cast<std::size_t>(d)];
            const Complex phase = k[e] * p.at[static_cast<std::size_t>(e)] + k[f] * p.at[static_cast<std::size_t>(f)];
            const Complex sine = std::sin(phase / 2.0);
            sum[0] -= 2 * p.weight * sine * sine;
            if (step > 0) row[static_cast<std::size_t>(step)] += p.weight * std::cos(phase);
        }
        std::vector<double> before(radius_ + 1), now(radius_ + 1);
        before[0] = now[0] = 2;
        now[1] = 1;
        for (std::size_t m = 1; m <= radius_; ++m) {
            for (std::size_t j = 1; j <= radius_; ++j) sum[j] += row[m] * now[j];
            std::vector<double> next(radius_ + 1);
            for (std::size_t j = 0; j <= radius_; ++j) next[j] = 2 * now[j] - before[j] + (j > 0 ? now[j - 1] : 0);
            before = now;
            now = next;
        }
        const auto term = [&](Complex x, Complex z) {
            Complex slope = 0;
            for (std::size_t j = radius_; j > 0; --j) slope = slope * x + static_cast<double>(j) * sum[j];
            return (1.0 + z) / (slope * (z - 1.0 / z));
        };
        const Complex sine = std::sin(k[d] / 2.0), own = -4.0 * sine * sine, z = std::exp(Complex(0, -1) * k[d]);
        const Complex out = term(own, z), in = term(own, 1.0 / z);
        Complex others = 0;
        for (const Complex x : other_roots(sum, own)) {
            const Complex b = 1.0 + x / 2.0, root = std::sqrt(b * b - 1.0);
            others += term(x, 1.0 / (std::abs(b + root) > std::abs(b - root) ? b + root : b - root));
        }
        const Complex across = std::pow(std::cos(k[e] / 2.0) * std::cos(k[f] / 2.0), 2);
        return k[d] * port * across * (in - out) / (2.0 - port * across * (in + out + 2.0 * others));
    }

    /// Zeros of the polynomial but for one that is known.
    static std::vector<Complex> other_roots(const std::vector<Complex>& polynomial, Complex known) {
        const auto degree = static_cast<Eigen::Index>(polynomial.size()) - 2;
        if (degree < 1) return {};
        std::vector<Complex> rest(polynomial.size() - 1);
        rest.back() = polynomial.back();
        for (std::size_t j = rest.size() - 1; j > 0; --j) rest[j - 1] = polynomial[j] + known * rest[j];
        Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(degree, degree);
        for (Eigen::Index j = 0; j < degree; ++j) {
            companion(j, degree - 1) = -rest[static_cast<std::size_t>(j)] / rest.back();
            if (j > 0) companion(j, j - 1) = 1;
        }
        const Eigen::VectorXcd found = Eigen::ComplexEigenSolver<Eigen::MatrixXcd>(companion, false).eigenvalues();
        return {found.data(), found.data() + found.size()};
    }

    double courant_, air_mass_;
    std::array<std::function<Complex(Complex)>, 3> impedance_;
    TraceTime traces_;
    std::vector<Point> points_;
    std::size_t radius_ = 0;
};

}  // namespace wavesim::test
