// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "solvers/comparison.hpp"
#include "solvers/error_budget.hpp"

namespace wavesim {

/// Table of how far each receiver is from the exact solution; at most `most` receivers, the worst ones.
std::string comparison_text(const Comparison& comparison, std::size_t most = 20);
/// Whether the run that a budget is for was done, or stopped before its end.
enum class BudgetOf { run_as_done, run_as_planned };
/// The error budget, one line each under a heading.
std::string budget_text(const ErrorBudget& budget, BudgetOf run);

}  // namespace wavesim
