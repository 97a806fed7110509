// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/gpu/common/support_text.hpp"
#include "stencils/gpu/statements/statement_plan.hpp"

namespace wavesim {

/// Everything that a run of a program compiles.
std::vector<KernelText> statement_texts(const StatementPlan& plan, const Gpu& gpu);

}  // namespace wavesim
