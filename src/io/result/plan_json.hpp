// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

#include "solvers/accuracy/error_budget.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/run/accuracy_statement.hpp"

namespace wavesim {

/// The whole plan but for the long lists of the problem (node lists are given by their sizes); SI units, keys end in
/// their unit. The scene is stored beside it as its canonical text.
nlohmann::ordered_json plan_json(const PlanOutline& plan, const WallPasses& walls);
/// The same with an accuracy statement that has been computed before.
nlohmann::ordered_json plan_json(const PlanOutline& plan, const WallPasses& walls, const AccuracyStatement& accuracy);

/// What limits the accuracy, as `errors` of the plan; relative errors, and units as in the keys.
nlohmann::ordered_json error_budget_json(const ErrorBudget& budget);

}  // namespace wavesim
