// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/equations/expression_parser.hpp"

namespace wavesim::equations {

/// The statements in an order in which each uses earlier ones only, as near to that of the text as this allows;
/// accesses are numbered anew. Each field must be given by one. Throws StatementFaults where a value is needed before
/// it is there, and for statements and parameters that nothing uses.
std::vector<Statement> in_order(const Declarations& declared, const std::vector<Draft>& drafts);

}  // namespace wavesim::equations
