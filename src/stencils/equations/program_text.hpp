// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/equations/program.hpp"
#include "stencils/equations/statement_fault.hpp"

namespace wavesim::equations {

/// Parses statements `name = expression` and `field.new = expression` in any order, and sorts them so that each uses
/// only earlier ones. The declared names must be valid (names.hpp). In version 1 the last statement computes u. Throws
/// StatementFaults for text that cannot be parsed, unknown names, names defined twice and fields that no statement
/// computes. Other faults are values that are used before they are computed, and statements and parameters that nothing
/// uses.
Program read_statements(const std::string& name, const Declarations& declared,
                        const std::vector<std::string>& statements);

}  // namespace wavesim::equations
