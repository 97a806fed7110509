// SPDX-License-Identifier: MIT
#include "programs/program_demand.hpp"

#include <algorithm>

#include "programs/linear_form.hpp"
#include "programs/sum_text.hpp"

namespace wavesim {

namespace {

int text_operations(const StencilFormula& formula) {
    const auto products = std::ranges::count(formula.terms, Operation::product, &Term::operation);
    return std::max(1, flops_of(formula) - static_cast<int>(products) / 2);
}

std::optional<ProgramDemand::Sum> sum_of(const StencilFormula& formula) {
    const std::optional<LinearForm> form = linear_form(formula);
    if (!form) return {};
    const SumPlan plan = plan_sums(*form);
    return ProgramDemand::Sum{plan.ahead, operations_of(plan)};
}

}  // namespace

ProgramDemand::ProgramDemand(const StencilProgram& program)
    : dims(program.dims),
      radius(program.radius()),
      radius_y(program.radius_y()),
      nodes(nodes_read(program.formula)),
      operations(text_operations(program.formula)),
      diagonals(reads_diagonals(program.formula)),
      rows_around(std::ranges::any_of(nodes, [](const Offset& o) { return o.x != 0 && o.y != 0; })),
      sum(sum_of(program.formula)) {}

bool reads_diagonals(const StencilFormula& formula) {
    return std::ranges::any_of(nodes_read(formula), [](const Offset& o) { return o.z != 0 && (o.x != 0 || o.y != 0); });
}

}  // namespace wavesim
