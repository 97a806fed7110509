// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>
#include <vector>

#include "solvers/error_budget.hpp"

namespace wavesim {

/// One cause of error, and how far it alone moves a trace: largest difference over the loudest sound of all receivers.
struct ErrorShare {
    std::string_view cause;
    double error = 0;
};

/// The causes that the verdict counts, of waves that go the direct way; those that add nothing are left out.
std::vector<ErrorShare> error_shares(const ErrorBudget& budget);

/// Share of the loudest sound that absorbing layers send back to a receiver.
double sent_back(const ErrorBudget& budget);

/// All together: independent errors add up as the root of the sum of their squares.
double combined_error(const std::vector<ErrorShare>& shares);

}  // namespace wavesim
