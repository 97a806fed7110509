// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <vector>

#include <Eigen/Core>

namespace wavesim {

/// A symmetric matrix that is affine in unknowns x: constant + sum_i x_i linear[i]. An empty matrix in `linear` is 0.
struct AffineMatrix {
    Eigen::MatrixXd constant;
    std::vector<Eigen::MatrixXd> linear;

    Eigen::MatrixXd at(const Eigen::VectorXd& x) const;
};

/// Minimises cost . x where all matrices are positive semidefinite, by Newton's method for
/// tau cost . x - sum log det(matrix) with growing tau (Boyd and Vandenberghe, Convex Optimization, 2004,
/// section 11.3). `start` must be strictly feasible, and so is the result. It stops once the duality gap sum(sizes) /
/// tau is below relative_gap |cost . x|, or as soon as enough(x) is true.
Eigen::VectorXd minimise_semidefinite(const Eigen::VectorXd& cost, const std::vector<AffineMatrix>& matrices,
                                      Eigen::VectorXd start, double relative_gap,
                                      const std::function<bool(const Eigen::VectorXd&)>& enough = {});

}  // namespace wavesim
