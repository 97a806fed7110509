// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "solvers/accuracy/error_budget.hpp"
#include "solvers/run/run_report.hpp"

namespace wavesim {

/// What people are told of the accuracy of a run, the same in text, result.h5 and JSON.
struct AccuracyStatement {
    std::string verdict;                ///< one sentence in plain words, without a full stop
    std::optional<ErrorBudget> budget;  ///< nothing where the field is not stable, and for programs
    std::string why_no_budget = "the field is not stable";

    /// The budget as sentences, one per line; why there is none.
    std::vector<std::string> lines() const;
};

/// The accuracy of a run as planned.
AccuracyStatement accuracy_of(const PlanOutline& plan);
/// The accuracy of the part of a run that has been computed.
AccuracyStatement accuracy_of(const PlanOutline& plan, const RunReport& report);

/// The budget in one sentence: errors add up as independent ones (root of the sum of squares). If walls or free
/// surfaces reflect sound, it also says for how long its phase is right to ten degrees.
std::string verdict(const ErrorBudget& budget);

}  // namespace wavesim
