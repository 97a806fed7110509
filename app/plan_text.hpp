// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

struct Machine;
struct PlanOutline;

/// One line of a report: a label (empty: the line continues the one above) and its text.
struct ReportRow {
    std::string label;
    std::string text;
};

/// The complete plan, for `wavesim plan`.
std::vector<ReportRow> plan_lines(const PlanOutline& plan, const Machine& machine);
/// The few lines that a run prints first.
std::vector<ReportRow> plan_head_lines(const PlanOutline& plan);
/// Lines with aligned labels; bold labels where standard output shows colours.
std::string report_text(const std::vector<ReportRow>& rows);

}  // namespace wavesim
