// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/equations/program.hpp"
#include "stencils/equations/statement_fault.hpp"

namespace wavesim::equations {

/// Reads statements `name = expression` and `field.new = expression` in any order, and puts them in one in which each
/// uses earlier ones only. The declared names must be sound (names.hpp). In version 1 the last statement gives u.
/// Throws StatementFaults: what cannot be read, names of nothing, names given twice, fields that no statement gives,
/// values that would be needed before they are there, statements and parameters that nothing uses.
Program read_statements(const std::string& name, const Declarations& declared,
                        const std::vector<std::string>& statements);

}  // namespace wavesim::equations
