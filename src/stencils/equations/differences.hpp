// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/equations/statement.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim::equations {

/// A node and its weight in a sum.
struct WeightedNode {
    Offset offset;
    double weight = 1;
};

/// What laplace() and the differences of statements are on a grid: those of a stencil, or of an order 2M. All in grid
/// units. In 2D everything is the same along y: differences along it are 0, and offsets along it lead nowhere.
class Differences {
  public:
    /// `order`: of first and second differences along axes. 0: laplace() and second differences reach as far as the
    /// stencil, two first differences no further.
    Differences(const Stencil& stencil, int order);

    int dims() const { return dims_; }
    /// The nodes whose weighted sum a term is that reads values (Term::reads()), sorted by z, y and x.
    std::vector<WeightedNode> nodes(const Term& term) const;

  private:
    int dims_;
    std::vector<WeightedNode> laplace_;
    std::vector<double> first_;   ///< staggered_weights()
    std::vector<double> second_;  ///< leggy_weights()
};

}  // namespace wavesim::equations
