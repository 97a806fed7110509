// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

#include "solvers/accuracy/error_budget.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/run/accuracy_statement.hpp"

namespace wavesim {

/// The complete plan in SI units, except the long lists of the problem: node lists are given by their sizes. Keys end
/// in their unit. The scene is stored separately as its canonical text.
nlohmann::ordered_json plan_json(const PlanOutline& plan, const WallPasses& walls);
/// The same with an accuracy statement computed before.
nlohmann::ordered_json plan_json(const PlanOutline& plan, const WallPasses& walls, const AccuracyStatement& accuracy);

/// The causes of error, as `errors` of the plan: relative errors, and units as in the keys.
nlohmann::ordered_json error_budget_json(const ErrorBudget& budget);

}  // namespace wavesim
