// SPDX-License-Identifier: MIT
#include "boundary/semidefinite_barrier.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/QR>

namespace wavesim {
namespace {

bool is_feasible(const std::vector<AffineMatrix>& matrices, const Eigen::VectorXd& x) {
    return std::all_of(matrices.begin(), matrices.end(), [&](const AffineMatrix& matrix) {
        return Eigen::LLT<Eigen::MatrixXd>(matrix.at(x)).info() == Eigen::Success;
    });
}

/// One Newton step of cost . x - sum log det; false where no step is possible. `decrement` is its squared Newton
/// decrement.
bool newton_step(const Eigen::VectorXd& cost, const std::vector<AffineMatrix>& matrices, Eigen::VectorXd& x,
                 double& decrement) {
    const Eigen::Index n = x.size();
    Eigen::VectorXd gradient = cost;
    Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(n, n);
    for (const AffineMatrix& matrix : matrices) {
        const Eigen::Index size = matrix.constant.rows();
        const Eigen::LLT<Eigen::MatrixXd> factor(matrix.at(x));
        Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(size * size, n);  // of each unknown: L^-1 M_i L^-T, as a column
        for (Eigen::Index i = 0; i < n; ++i) {
            const Eigen::MatrixXd& along = matrix.linear[static_cast<std::size_t>(i)];
            if (along.size() == 0) continue;
            const Eigen::MatrixXd left = factor.matrixL().solve(along);
            const Eigen::MatrixXd both = factor.matrixL().solve(left.transpose());
            gradient(i) -= both.trace();
            scaled.col(i) = Eigen::Map<const Eigen::VectorXd>(both.data(), size * size);
        }
        hessian += scaled.transpose() * scaled;
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-14);
    solver.compute(hessian);
    const Eigen::VectorXd step = -solver.solve(gradient);
    decrement = -gradient.dot(step);
    double length = decrement < 0.0625 ? 1 : 1 / (1 + std::sqrt(decrement));
    while (!is_feasible(matrices, x + length * step)) {
        length /= 2;
        if (length < 1e-10) return false;
    }
    x += length * step;
    return true;
}

}  // namespace

Eigen::MatrixXd AffineMatrix::at(const Eigen::VectorXd& x) const {
    Eigen::MatrixXd sum = constant;
    for (Eigen::Index i = 0; i < x.size(); ++i)
        if (const Eigen::MatrixXd& along = linear[static_cast<std::size_t>(i)]; along.size() > 0) sum += x(i) * along;
    return sum;
}

Eigen::VectorXd minimise_semidefinite(const Eigen::VectorXd& cost, const std::vector<AffineMatrix>& matrices,
                                      Eigen::VectorXd start, double relative_gap,
                                      const std::function<bool(const Eigen::VectorXd&)>& enough) {
    constexpr int most_steps = 60;
    double sizes = 0;
    for (const AffineMatrix& matrix : matrices) sizes += static_cast<double>(matrix.constant.rows());
    Eigen::VectorXd x = std::move(start);
    for (double tau = 1; tau < 1e14; tau *= 8) {
        for (int step = 0; step < most_steps; ++step) {
            double decrement = 0;
            if (!newton_step(tau * cost, matrices, x, decrement)) return x;
            if (enough && enough(x)) return x;
            if (decrement < 1e-9) break;
        }
        if (sizes / tau < relative_gap * std::abs(cost.dot(x))) break;
    }
    return x;
}

}  // namespace wavesim
