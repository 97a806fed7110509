// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "solvers/accuracy/error_budget.hpp"

namespace wavesim {

/// One cause of error and its effect on a trace: the largest difference, relative to the loudest sound of all
/// receivers.
struct ErrorShare {
    std::string_view cause;
    double error = 0;
    bool reflected = false;  ///< of sound that does not go the direct way
};

/// The causes that the verdict counts; those that add nothing are left out.
std::vector<ErrorShare> error_shares(const ErrorBudget& budget);

/// Share of the loudest sound that absorbing layers send back to a receiver.
double sent_back(const ErrorBudget& budget);

/// All together: independent errors add up as the root of the sum of their squares.
double combined_error(const std::vector<ErrorShare>& shares);
/// Of the direct sound alone.
double combined_direct_error(const std::vector<ErrorShare>& shares);

/// The verdict as a number: all errors of a trace together, or that beside a source. Nothing where it is not known: the
/// field may grow without bound, rocks turn waves into slow ones whose level is not known, the grid does not carry most
/// of the sound, or nothing was computed.
std::optional<double> verdict_number(const ErrorBudget& budget);

/// Fraction of the energy of a source above the resolved frequencies, from which on results are unusable.
inline constexpr double mostly_aliased = 0.5;

}  // namespace wavesim
