// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "solvers/plan/plan.hpp"
#include "solvers/plan/writing_forecast.hpp"

namespace wavesim {

/// The step of the first field check after `step`. Checks come every 128 steps at first, later after at least another
/// eighth of the steps done. So they cost less than 1 % of a run of any length. The steps of the checks do not depend
/// on the length of the run.
std::int64_t next_check(std::int64_t step);

/// Number of steps that the backend computes at once: about half a report interval. The traces of a part have at most
/// `part_bytes` bytes (one step may have more). A part never passes a field check, a snapshot or a multiple of
/// `never_past` (0: no such limit).
class StepPace {
  public:
    /// `plan` must outlive it.
    StepPace(const Plan& plan, double report_interval_s, std::int64_t never_past = 0,
             std::int64_t part_bytes = most_part_bytes);
    /// Steps of the part that starts at `step`.
    std::int64_t next(std::int64_t step) const;
    /// Records the time of a part.
    void took(std::int64_t steps, double seconds);

  private:
    const Plan& plan_;
    double target_s_;
    std::int64_t never_past_;
    std::int64_t most_;
    std::int64_t steps_ = 1;
};

}  // namespace wavesim
