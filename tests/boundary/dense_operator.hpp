// SPDX-License-Identifier: MIT
#pragma once
#include <Eigen/Dense>

#include "boundary/energy.hpp"

namespace wavesim {

/// The stiffness operator as a matrix, one column per node.
inline Eigen::MatrixXd dense_stiffness(const ScalarProblem& problem) {
    const auto n = static_cast<Eigen::Index>(problem.extent.nodes());
    Eigen::MatrixXd matrix(n, n);
    std::vector<double> unit(static_cast<std::size_t>(n), 0.0), column(unit);
    for (Eigen::Index j = 0; j < n; ++j) {
        unit[static_cast<std::size_t>(j)] = 1;
        apply_stiffness(problem, unit, column);
        unit[static_cast<std::size_t>(j)] = 0;
        for (Eigen::Index i = 0; i < n; ++i) matrix(i, j) = column[static_cast<std::size_t>(i)];
    }
    // solid nodes hold 0: their columns are never used
    for (const SolidSpan& span : problem.walls.solids) matrix.middleCols(span.node, span.count).setZero();
    return matrix;
}

inline double asymmetry(const Eigen::MatrixXd& matrix) { return (matrix - matrix.transpose()).cwiseAbs().maxCoeff(); }

inline Eigen::VectorXd spectrum(const Eigen::MatrixXd& matrix) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace wavesim
