// SPDX-License-Identifier: MIT
#include "solvers/plan/plan_view.hpp"

#include "solvers/plan/plan.hpp"

namespace wavesim {

PlanView::PlanView(const Plan& plan) : plan_(plan), outline_(plan) {}

const WallPasses& PlanView::walls() const { return common_part(plan_.problem).walls; }

}  // namespace wavesim
