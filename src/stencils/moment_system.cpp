// SPDX-License-Identifier: MIT
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "stencils/weights.hpp"

namespace wavesim {
namespace {

double factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

double power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

/// M_p(alpha, beta, gamma) = sum over the shell of x^(2 alpha) y^(2 beta) z^(2 gamma).
double moment(Shell shell, int alpha, int beta, int gamma) {
    double sum = 0;
    for (const Offset l : shell_points(shell, 3))
        sum += power(l.x, 2 * alpha) * power(l.y, 2 * beta) * power(l.z, 2 * gamma);
    return sum;
}

/// Rows of the moment system, each scaled by its largest coefficient. Row r demands
/// matrix_r . a = right_r s_n, where order[r] = n and s_1 = 1.
struct MomentRows {
    Eigen::MatrixXd matrix;
    Eigen::VectorXd right;
    std::vector<int> order;
};

MomentRows moment_rows(const std::vector<Shell>& shells, int half_order) {
    std::vector<std::array<int, 3>> partitions;
    for (int n = 1; n <= half_order; ++n)
        for (int alpha = n; alpha >= 0; --alpha)
            for (int beta = std::min(alpha, n - alpha); beta >= n - alpha - beta && beta >= 0; --beta)
                partitions.push_back({alpha, beta, n - alpha - beta});
    MomentRows rows;
    const auto count = static_cast<Eigen::Index>(partitions.size());
    rows.matrix.resize(count, static_cast<Eigen::Index>(shells.size()));
    rows.right.resize(count);
    for (Eigen::Index r = 0; r < count; ++r) {
        const auto [alpha, beta, gamma] = partitions[static_cast<std::size_t>(r)];
        const int n = alpha + beta + gamma;
        const double left = factorial(2 * n) / (factorial(2 * alpha) * factorial(2 * beta) * factorial(2 * gamma));
        for (std::size_t p = 0; p < shells.size(); ++p)
            rows.matrix(r, static_cast<Eigen::Index>(p)) = left * moment(shells[p], alpha, beta, gamma);
        rows.right(r) = 2 * factorial(n) / (factorial(alpha) * factorial(beta) * factorial(gamma));
        const double scale = rows.matrix.row(r).cwiseAbs().maxCoeff();
        if (scale > 0) {
            rows.matrix.row(r) /= scale;
            rows.right(r) /= scale;
        }
        rows.order.push_back(n);
    }
    return rows;
}

/// Right-hand side of the rows of order n alone; zero for n >= 2 when only space is to be accurate.
Eigen::VectorXd right_of_order(const MomentRows& rows, int n) {
    Eigen::VectorXd b = Eigen::VectorXd::Zero(rows.right.size());
    for (Eigen::Index r = 0; r < b.size(); ++r)
        if (rows.order[static_cast<std::size_t>(r)] == n) b(r) = rows.right(r);
    return b;
}

}  // namespace

std::vector<double> MomentWeights::at(double courant) const {
    std::vector<double> a(coefficients.front().size(), 0.0);
    for (std::size_t j = coefficients.size(); j-- > 0;)
        for (std::size_t p = 0; p < a.size(); ++p) a[p] = a[p] * courant * courant + coefficients[j][p];
    return a;
}

MomentWeights solve_moments(const std::vector<Shell>& shells, int half_order, MomentKind kind) {
    const MomentRows rows = moment_rows(shells, half_order);
    // Minimum norm in the metric sum N_p a_p^2: solve for y_p = a_p sqrt(N_p).
    Eigen::VectorXd root(static_cast<Eigen::Index>(shells.size()));
    for (std::size_t p = 0; p < shells.size(); ++p)
        root(static_cast<Eigen::Index>(p)) = std::sqrt(static_cast<double>(shell_points(shells[p], 3).size()));
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-12);
    solver.compute(rows.matrix * root.cwiseInverse().asDiagonal());

    MomentWeights weights;
    const int powers = kind == MomentKind::modified_equation ? half_order : 1;
    for (int j = 0; j < powers; ++j) {
        const Eigen::VectorXd b = right_of_order(rows, j + 1);
        const Eigen::VectorXd a = root.cwiseInverse().cwiseProduct(solver.solve(b));
        weights.residual = std::max(weights.residual, (rows.matrix * a - b).cwiseAbs().maxCoeff());
        weights.coefficients.emplace_back(a.begin(), a.end());
    }
    return weights;
}

double moment_residual(const std::vector<Shell>& shells, const std::vector<double>& a, int half_order, double courant,
                       MomentKind kind) {
    const MomentRows rows = moment_rows(shells, half_order);
    Eigen::VectorXd b = right_of_order(rows, 1);
    if (kind == MomentKind::modified_equation)
        for (int n = 2; n <= half_order; ++n) b += std::pow(courant, 2 * n - 2) * right_of_order(rows, n);
    const Eigen::Map<const Eigen::VectorXd> weights(a.data(), static_cast<Eigen::Index>(a.size()));
    return (rows.matrix * weights - b).cwiseAbs().maxCoeff();
}

}  // namespace wavesim
