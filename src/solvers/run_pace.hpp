// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <limits>

#include "solvers/plan.hpp"

namespace wavesim {

/// Bytes of trace samples between two recorder calls, at most (one step may have more).
inline constexpr std::int64_t most_part_bytes = 8 << 20;

/// How many steps the backend does at a time: about half a report interval, never past a snapshot or a multiple of
/// `never_past` (0: no matter), bounded trace memory.
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

/// How often the field is looked at: a look reads the whole of it, so on large grids it happens less often than the
/// report interval says and costs at most 0.5 %.
class LookPace {
  public:
    explicit LookPace(double report_interval_s) : interval_s_(report_interval_s) {}
    /// Times in seconds of the run.
    bool due(double now_s) const;
    void looked(double now_s, double cost_s);

  private:
    double interval_s_;
    double last_s_ = 0;
    double shortest_s_ = std::numeric_limits<double>::infinity();  ///< so far: slow ones are those of a busy machine
};

}  // namespace wavesim
