// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

#include <Eigen/Dense>

namespace wavesim::test {

/// Modes of the room 0 < x < length, 0 < z < height + slope x, whose ceiling has a real admittance g: a
/// Legendre-Galerkin method on the square that the room is an image of. With degree 16 the lowest ten modes are exact
/// to 1e-6 (the same with degree 20). Sound crosses a cell per unit of time; modes grow by frequency.
class TrapezoidModes {
  public:
    using Complex = std::complex<double>;

    TrapezoidModes(double length, double height, double slope, double g, std::size_t count, int degree = 16)
        : length_(length), height_(height), slope_(slope), terms_(degree + 1) {
        const int points = degree + 6;
        const auto [x, weight] = gauss(points);
        const int unknowns = terms_ * terms_, places = points * points;
        Eigen::MatrixXd value(places, unknowns), along(places, unknowns), up(places, unknowns);
        Eigen::VectorXd jacobian(places), g11(places), g12(places), g22(places);
        for (int p = 0; p < points; ++p)
            for (int q = 0; q < points; ++q) {
                const int at = p * points + q;
                const auto [v1, d1] = legendre(x[static_cast<std::size_t>(p)]);
                const auto [v2, d2] = legendre(x[static_cast<std::size_t>(q)]);
                for (int i = 0; i < terms_; ++i)
                    for (int j = 0; j < terms_; ++j) {
                        value(at, i * terms_ + j) = v1[i] * v2[j];
                        along(at, i * terms_ + j) = d1[i] * v2[j];
                        up(at, i * terms_ + j) = v1[i] * d2[j];
                    }
                const double above = 0.5 * (1 + x[static_cast<std::size_t>(q)]), x1 = length / 2;
                const double z1 = slope * x1 * above;
                const double z2 = 0.5 * (height + slope * x1 * (1 + x[static_cast<std::size_t>(p)]));
                const double w = weight[static_cast<std::size_t>(p)] * weight[static_cast<std::size_t>(q)];
                jacobian[at] = w * x1 * z2;
                g11[at] = w * z2 / x1;
                g12[at] = -w * z1 / x1;
                g22[at] = w * (x1 * x1 + z1 * z1) / (x1 * z2);
            }
        const Eigen::MatrixXd mass = value.transpose() * jacobian.asDiagonal() * value;
        const Eigen::MatrixXd cross = along.transpose() * g12.asDiagonal() * up;
        const Eigen::MatrixXd stiffness = along.transpose() * g11.asDiagonal() * along + cross + cross.transpose() +
                                          up.transpose() * g22.asDiagonal() * up;
        const double ceiling = length / 2 * std::hypot(1, slope);
        Eigen::MatrixXd loss = Eigen::MatrixXd::Zero(unknowns, unknowns);  // all polynomials are 1 at the ceiling
        for (int i = 0; i < terms_; ++i)
            for (int j = 0; j < terms_; ++j)
                for (int l = 0; l < terms_; ++l) loss(i * terms_ + j, i * terms_ + l) = g * ceiling * 2 / (2 * i + 1);
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> rigid(stiffness, mass);
        for (std::size_t m = 1; m <= count; ++m) {
            const auto at = static_cast<Eigen::Index>(m);
            add(mass, loss, stiffness, rigid.eigenvectors().col(at), std::sqrt(rigid.eigenvalues()[at]));
        }
    }

    const std::vector<Complex>& s() const { return s_; }
    Complex shape(std::size_t mode, double x, double z) const {
        const auto [v1, d1] = legendre(2 * x / length_ - 1);
        const auto [v2, d2] = legendre(2 * z / (height_ + slope_ * x) - 1);
        Complex sum = 0;
        for (int i = 0; i < terms_; ++i)
            for (int j = 0; j < terms_; ++j) sum += shapes_[mode][i * terms_ + j] * v1[i] * v2[j];
        return sum;
    }

  private:
    /// s^2 M + s B + K = 0 from the rigid mode on, by steps of g and inverse iteration.
    void add(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& loss, const Eigen::MatrixXd& stiffness,
             const Eigen::VectorXd& start, double omega) {
        Eigen::VectorXcd u = start.cast<Complex>();
        Complex s(0, omega);
        for (const double share : {0.25, 0.5, 0.75, 1.0})
            for (int i = 0; i < 8; ++i) {
                const Eigen::MatrixXcd b = share * loss.cast<Complex>();
                const Eigen::MatrixXcd all = stiffness.cast<Complex>() + s * b + s * s * mass.cast<Complex>();
                const Eigen::VectorXcd v = all.partialPivLu().solve((b + 2.0 * s * mass.cast<Complex>()) * u);
                const Complex scale = u.conjugate().cwiseProduct(v).sum() / u.squaredNorm();
                s -= 1.0 / scale;
                u = v / v.cwiseAbs().maxCoeff();
                if (std::abs(1.0 / scale) < 1e-11 * omega) break;
            }
        s_.push_back(s);
        shapes_.push_back(u);
    }

    /// P_0 ... of the Legendre polynomials and their slopes.
    std::array<Eigen::VectorXd, 2> legendre(double x) const {
        Eigen::VectorXd value(terms_), slope(terms_);
        value[0] = 1, slope[0] = 0, value[1] = x, slope[1] = 1;
        for (int n = 2; n < terms_; ++n) {
            value[n] = ((2 * n - 1) * x * value[n - 1] - (n - 1) * value[n - 2]) / n;
            slope[n] = slope[n - 2] + (2 * n - 1) * value[n - 1];
        }
        return {value, slope};
    }
    /// Points and weights of Gauss on (-1, 1).
    static std::array<std::vector<double>, 2> gauss(int n) {
        std::vector<double> points, weights;
        for (int i = 0; i < n; ++i) {
            double x = -std::cos(M_PI * (i + 0.75) / (n + 0.5)), slope = 0;
            for (int round = 0; round < 20; ++round) {
                double before = 1, now = x;
                for (int k = 2; k <= n; ++k) {
                    const double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
                    before = now, now = next;
                }
                slope = n * (x * now - before) / (x * x - 1);
                x -= now / slope;
            }
            points.push_back(x);
            weights.push_back(2 / ((1 - x * x) * slope * slope));
        }
        return {points, weights};
    }

    double length_, height_, slope_;
    int terms_;
    std::vector<Complex> s_;
    std::vector<Eigen::VectorXcd> shapes_;
};

}  // namespace wavesim::test
