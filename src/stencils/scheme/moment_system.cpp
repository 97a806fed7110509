// SPDX-License-Identifier: MIT
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "stencils/scheme/weights.hpp"

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

double row_scale(const Eigen::MatrixXd& matrix, Eigen::Index row) {
    const double largest = matrix.row(row).cwiseAbs().maxCoeff();
    return largest > 0 ? largest : 1;
}

/// The row of order (alpha, beta, gamma) of the left-hand side, unscaled.
Eigen::RowVectorXd left_side(const std::vector<Shell>& shells, int alpha, int beta, int gamma) {
    const int n = alpha + beta + gamma;
    const double factor = factorial(2 * n) / (factorial(2 * alpha) * factorial(2 * beta) * factorial(2 * gamma));
    Eigen::RowVectorXd row(static_cast<Eigen::Index>(shells.size()));
    for (std::size_t p = 0; p < shells.size(); ++p)
        row(static_cast<Eigen::Index>(p)) = factor * moment(shells[p], alpha, beta, gamma);
    return row;
}

MomentRows moment_rows(const std::vector<Shell>& shells, int half_order, MomentKind kind) {
    std::vector<std::array<int, 3>> partitions;
    for (int n = 1; n <= half_order; ++n)
        for (int alpha = n; alpha >= 0; --alpha)
            for (int beta = std::min(alpha, n - alpha); beta >= n - alpha - beta && beta >= 0; --beta)
                partitions.push_back({alpha, beta, n - alpha - beta});
    const bool isotropic = kind == MomentKind::isotropic;
    const auto count = static_cast<Eigen::Index>(partitions.size() + (isotropic ? 1 : 0));
    MomentRows rows{Eigen::MatrixXd(count, static_cast<Eigen::Index>(shells.size())), Eigen::VectorXd::Zero(count), {}};
    for (std::size_t r = 0; r < partitions.size(); ++r) {
        const auto [alpha, beta, gamma] = partitions[r];
        const auto row = static_cast<Eigen::Index>(r);
        const int n = alpha + beta + gamma;
        rows.matrix.row(row) = left_side(shells, alpha, beta, gamma);
        rows.right(row) = 2 * factorial(n) / (factorial(alpha) * factorial(beta) * factorial(gamma));
        rows.order.push_back(n);
    }
    if (isotropic) {  // both fourth-order rows require the same s_2: half of row (1,1,0) minus row (2,0,0) is zero
        rows.matrix.row(count - 1) = left_side(shells, 1, 1, 0) / 2 - left_side(shells, 2, 0, 0);
        rows.order.push_back(2);
    }
    for (Eigen::Index row = 0; row < count; ++row) {
        const double scale = row_scale(rows.matrix, row);
        rows.matrix.row(row) /= scale;
        rows.right(row) /= scale;
    }
    return rows;
}

/// Right-hand side of the rows of order n alone; zero for n >= 2 if accuracy is required only in space.
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

MomentWeights solve_moments(const std::vector<Shell>& shells, int half_order, MomentKind kind, MomentNorm norm) {
    const MomentRows rows = moment_rows(shells, half_order, kind);
    // Minimum norm: solve for y_p = a_p root_p, where root_p^2 is the weight of a_p^2 in the norm.
    Eigen::VectorXd root(static_cast<Eigen::Index>(shells.size()));
    for (std::size_t p = 0; p < shells.size(); ++p) {
        const double points = static_cast<double>(shell_points(shells[p], 3).size());
        root(static_cast<Eigen::Index>(p)) = std::sqrt(points) * (norm == MomentNorm::graded ? shells[p].norm2() : 1);
    }
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
    const MomentRows rows = moment_rows(shells, half_order, kind);
    Eigen::VectorXd b = right_of_order(rows, 1);
    if (kind == MomentKind::modified_equation)
        for (int n = 2; n <= half_order; ++n) b += std::pow(courant, 2 * n - 2) * right_of_order(rows, n);
    const Eigen::Map<const Eigen::VectorXd> weights(a.data(), static_cast<Eigen::Index>(a.size()));
    return (rows.matrix * weights - b).cwiseAbs().maxCoeff();
}

}  // namespace wavesim
