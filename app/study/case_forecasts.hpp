// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/study/study_input.hpp"
#include "stencils/grid/grid.hpp"
#include "studies/case_schedule.hpp"

namespace wavesim {

/// What a case takes beside its steps, which forecasts of runs do not count: its record and its files, which must reach
/// the disk. 100 cases of 2 431 nodes took 4.4 s, two at a time on a machine with other work.
inline constexpr double around_case_s = 0.05;

/// What a case will take on this machine.
struct PlannedCase {
    CaseForecast forecast;
    int dims = 3;
    Extent grid;
    std::int64_t steps = 0;  ///< of all shots
    std::int64_t disk_bytes = 0;
    std::string sentence;  ///< why it cannot be planned; empty: it can

    double seconds() const { return sentence.empty() ? forecast.seconds + around_case_s : 0; }
};

/// How thoroughly cases are planned: each, or large ones each and small ones by the largest of them.
enum class Planning { each, large };

/// The chosen cases as planned with all cores; one that has faults gets its sentence. Measures the machine once.
std::vector<PlannedCase> plan_cases(const OpenStudy& open, const StudyInput& input, Planning planning);

struct PlannedStudy {
    OpenStudy open;
    std::vector<PlannedCase> cases;  ///< the chosen ones
};

/// open_study() and a plan of each chosen case, whose scenes are read once.
PlannedStudy open_and_plan(const StudyInput& input);

}  // namespace wavesim
