// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "solvers/plan/plan.hpp"

namespace wavesim {

/// The step of the first look at the whole field after `step`: a look at every multiple of 128, later of an eighth of
/// the steps done and more. So looks cost less than 1 % of a run, however long it is, and a longer run looks at the
/// same steps as a shorter one.
std::int64_t next_look(std::int64_t step);

/// How many steps the backend does at a time: about half a report interval, never past a look, a snapshot or a multiple
/// of `never_past` (0: no matter), bounded trace memory.
class StepPace {
  public:
    /// `plan` must outlive it.
    StepPace(const Plan& plan, double report_interval_s, std::int64_t never_past = 0);
    /// Steps of the part that starts at `step`.
    std::int64_t next(std::int64_t step) const;
    /// What a part of so many steps took.
    void took(std::int64_t steps, double seconds);

  private:
    const Plan& plan_;
    double target_s_;
    std::int64_t never_past_;
    std::int64_t most_;
    std::int64_t steps_ = 1;
};

}  // namespace wavesim
