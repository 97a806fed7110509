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
    bool reflected = false;  ///< affects reflected sound only
};

/// The causes of error in the accuracy statement; causes without effect are left out.
std::vector<ErrorShare> error_shares(const ErrorBudget& budget);

/// Reflection of absorbing layers at a receiver, relative to the loudest sound.
double sent_back(const ErrorBudget& budget);

/// Combined error: independent errors add up as the root of the sum of their squares.
double combined_error(const std::vector<ErrorShare>& shares);
/// Combined error of the direct sound alone.
double combined_direct_error(const std::vector<ErrorShare>& shares);
/// Error at the receiver with the largest error due to a nearby source: that of the direct sound and that of echoes,
/// which arrive while the direct sound lasts, so that they add up. 0 if no receiver is so close to a source.
double error_beside_source(const ErrorBudget& budget);

/// The accuracy statement as a number: all errors of a trace together, or the error near a source if that is larger.
/// There is no value if the field may grow without bound or a second wave of unknown level may exist. There is none
/// either if the grid does not resolve most of the sound, or if nothing was computed.
std::optional<double> verdict_number(const ErrorBudget& budget);

/// Fraction of the energy of a source above the resolved frequencies, from which on results are unusable.
inline constexpr double mostly_aliased = 0.5;

}  // namespace wavesim
