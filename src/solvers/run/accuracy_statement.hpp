// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "solvers/accuracy/error_budget.hpp"
#include "solvers/run/run_report.hpp"

namespace wavesim {

/// The reported accuracy of a run, the same in text, result.h5 and JSON.
struct AccuracyStatement {
    std::string verdict;                ///< one sentence in plain words, without a full stop
    std::optional<ErrorBudget> budget;  ///< no value for unstable fields and for programs
    std::string why_no_budget = "the field is not stable";

    /// The budget as sentences, one per line, or the reason why there is none.
    std::vector<std::string> lines() const;
};

/// The accuracy of a run as planned.
AccuracyStatement accuracy_of(const PlanOutline& plan);
/// The accuracy of the part of a run that has been computed.
AccuracyStatement accuracy_of(const PlanOutline& plan, const RunReport& report);

/// The budget in one sentence; independent errors are added as the root of the sum of squares. If walls or free
/// surfaces reflect sound, it also states how long the phase is right to ten degrees.
std::string verdict(const ErrorBudget& budget);

}  // namespace wavesim
