// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/study/study_input.hpp"
#include "stencils/grid/grid.hpp"
#include "studies/case_schedule.hpp"

namespace wavesim {

/// Cost of a case outside its run, which forecasts of runs do not include: its record and its files, which must reach
/// the disk. 100 cases of 2 431 nodes took 4.4 s, two at a time on a busy machine.
inline constexpr double around_case_s = 0.05;

/// Forecast of a case for this machine.
struct PlannedCase {
    CaseForecast forecast;
    int dims = 3;
    Extent grid;
    std::int64_t steps = 0;  ///< of all shots
    std::int64_t disk_bytes = 0;
    std::string sentence;  ///< why it cannot be planned; else empty

    double seconds() const { return sentence.empty() ? forecast.seconds + around_case_s : 0; }
};

/// How thoroughly cases are planned: `each` plans every case. `large` plans every large case and uses the largest small
/// case for all small ones.
enum class Planning { each, large };

/// Plans of the chosen cases with all cores. A case with faults gets a sentence instead. Measures the machine once.
std::vector<PlannedCase> plan_cases(const OpenStudy& open, const StudyInput& input, Planning planning);

struct PlannedStudy {
    OpenStudy open;
    std::vector<PlannedCase> cases;  ///< the chosen ones
};

/// open_study() and a plan of each chosen case; scenes are read only once.
PlannedStudy open_and_plan(const StudyInput& input);

}  // namespace wavesim
