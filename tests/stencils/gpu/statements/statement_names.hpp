// SPDX-License-Identifier: MIT
// Short names for tests of programs on a GPU.
#pragma once
#include <gmock/gmock.h>

#include "stencils/equations/some_programs.hpp"
#include "stencils/gpu/statements/statement_plan.hpp"

namespace wavesim::statement_names {

using equations::declared;
using equations::field;
using equations::Program;
using equations::read_statements;
using testing::ElementsAre;
using Kind = StatementAction::Kind;

}  // namespace wavesim::statement_names
