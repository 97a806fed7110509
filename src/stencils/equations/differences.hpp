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

/// The meaning of laplace() and of the differences of statements on a grid: those of a stencil, or of an order 2M. All
/// in grid units. In 2D all values are constant along y: differences along y are 0, and offsets along y have no effect.
class Differences {
  public:
    /// `order`: order of first and second differences along axes. If it is 0, laplace() and second differences reach as
    /// far as the stencil, and so do two first differences together.
    Differences(const Stencil& stencil, int order);

    int dims() const { return dims_; }
    /// Order of first differences.
    int order() const { return 2 * static_cast<int>(first_.size()); }
    /// The nodes and weights of a term that reads values (Term::reads()), sorted by z, y and x.
    std::vector<WeightedNode> nodes(const Term& term) const;

  private:
    int dims_;
    std::vector<WeightedNode> laplace_;
    std::vector<double> first_;   ///< staggered_weights()
    std::vector<double> second_;  ///< leggy_weights()
};

}  // namespace wavesim::equations
