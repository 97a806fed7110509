// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/equations/differences.hpp"

namespace wavesim::equations {

/// Nodes of a difference that have the same weight, in the order of memory.
struct WeightGroup {
    double weight = 1;
    std::vector<Offset> offsets;
};

/// An operation of a statement on a grid; `a` and `b` are the numbers of earlier terms. A difference is a sum of
/// groups: their nodes are added first, then the groups, each times its weight.
struct GridTerm {
    Operation operation = Operation::number;  ///< `laplace` stands for every difference
    double number = 0;                        ///< of a number term
    Access value{};                           ///< what is read, at offset 0 if it is a difference
    std::vector<WeightGroup> groups;          ///< of a difference
    int a = -1;
    int b = -1;
};

/// The terms of a statement for a time step [s] and a spacing [m]. Operations on numbers alone are evaluated in double,
/// and a difference without nodes is 0. The last term is the result; terms that are no longer needed are left out. Each
/// term is the operand of one later term, in the order of a stack.
std::vector<GridTerm> terms_on_grid(const Statement& statement, const Differences& differences, double time_step,
                                    double spacing);

}  // namespace wavesim::equations
