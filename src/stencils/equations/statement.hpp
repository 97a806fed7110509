// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/scheme/shell.hpp"

namespace wavesim::equations {

/// What a statement may read at nodes: a field, a parameter or the result of another statement.
enum class Origin { field, parameter, statement };

/// Levels of a field: n-1, n and n+1.
enum class Time { old, now, next };

/// Values that a statement reads: which ones, and their offset from the node that is computed.
struct Access {
    Origin origin = Origin::field;
    int index = 0;
    Time time = Time::now;  ///< of a field
    Offset offset{};
    auto operator<=>(const Access&) const = default;
};

/// Numbers that come from the grid: time step [s] and spacing [m].
enum class Given { time_step, spacing };

enum class Operation {
    number,
    given,
    access,
    laplace,   ///< of the stencil, in grid units: X^2 times the Laplacian
    forward,   ///< first difference at a point half a cell further along an axis, in grid units: X times the derivative
    backward,  ///< the same half a cell back along the axis
    second,    ///< second difference along an axis, in grid units
    negative,
    root,
    magnitude,
    exponential,
    sum,
    difference,
    product,
    quotient,
    least,
    greatest,
};

/// One operation; `a` and `b` are the numbers of earlier terms of the statement.
struct Term {
    Operation operation = Operation::number;
    double value = 0;  ///< of a number term
    Given given = Given::time_step;
    int axis = 0;     ///< of a difference term
    Access access{};  ///< what is read, or the argument of a difference
    int a = -1;
    int b = -1;
    bool operator==(const Term&) const = default;

    /// True if the operation reads values at nodes.
    bool reads() const { return operation >= Operation::access && operation <= Operation::second; }
};

/// A value per node, computed by operations in order; the last one is the result. The order of all sums is that of the
/// text.
struct Statement {
    std::string name;
    int field = -1;  ///< the field that it computes at n+1; -1: an intermediate value
    std::vector<Term> terms;
};

}  // namespace wavesim::equations
