// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/scheme/shell.hpp"

namespace wavesim {

enum class Operation { number, node, negative, root, sum, difference, product, quotient };

/// One operation of a formula; `a` and `b` are the numbers of earlier terms.
struct Term {
    Operation operation = Operation::number;
    double value = 0;  ///< of a number
    Offset offset{};   ///< of a node that is read, from the node that is computed
    int a = -1;
    int b = -1;
    bool operator==(const Term&) const = default;
};

/// What a node becomes, as operations in order: each uses earlier ones only, and the last one is the result. The text
/// says the order of all sums.
struct StencilFormula {
    std::vector<Term> terms;
};

/// Furthest node along an axis that a program may read.
inline constexpr int program_radius_max = 8;

/// Every node that a formula reads, sorted, each once.
std::vector<Offset> nodes_read(const StencilFormula& formula);
/// Greatest distance along an axis of the nodes that it reads.
int radius_of(const StencilFormula& formula);
/// Operations with nodes; a fused multiply-add counts as two, a division and a root as one each.
int flops_of(const StencilFormula& formula);

}  // namespace wavesim
