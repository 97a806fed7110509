// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/equations/expression_parser.hpp"

namespace wavesim::equations {

/// The statements in an order in which each uses only earlier ones, as close to the order of the text as possible.
/// References to statements are renumbered. Each field must be computed by one statement. Throws StatementFaults for
/// values that are used before they are computed, and for statements and parameters that nothing uses.
std::vector<Statement> in_order(const Declarations& declared, const std::vector<Draft>& drafts);

}  // namespace wavesim::equations
