// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/scheme/shell.hpp"

namespace wavesim {

enum class Operation { number, node, negative, root, sum, difference, product, quotient };

/// One operation of a formula; `a` and `b` are the numbers of earlier terms.
struct Term {
    Operation operation = Operation::number;
    double value = 0;  ///< of a number term
    Offset offset{};   ///< of a node that is read, relative to the node that is computed
    int a = -1;
    int b = -1;
    bool operator==(const Term&) const = default;
};

/// The new value of a node, as operations in order: each uses earlier ones only, and the last one is the result. The
/// order of all sums is that of the text.
struct StencilFormula {
    std::vector<Term> terms;
};

/// Furthest node along an axis that a program may read.
inline constexpr int program_radius_max = 8;

/// Every node that a formula reads, sorted, each once.
std::vector<Offset> nodes_read(const StencilFormula& formula);
/// Largest distance along an axis of the nodes that the formula reads.
int radius_of(const StencilFormula& formula);
/// Number of floating-point operations of a formula per node. A fused multiply-add counts as two operations, a division
/// and a square root as one each. Changes of sign and operations on numbers alone do not count.
int flops_of(const StencilFormula& formula);

}  // namespace wavesim
