// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_texts.hpp"

#include "stencils/gpu/statements/statement_text.hpp"

namespace wavesim {

namespace {

// Measured like usual_memory.
constexpr CompilerMemory of_statements = mebibytes(48, 74);

}  // namespace

std::vector<KernelText> statement_texts(const StatementPlan& plan, const Gpu& gpu) {
    return {support_text(plan.precision(), gpu),
            {"statements", statement_source(plan), gpu.architecture(), of_statements}};
}

}  // namespace wavesim
