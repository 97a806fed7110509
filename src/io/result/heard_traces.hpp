// SPDX-License-Identifier: MIT
#pragma once
#include "io/result/trace_source.hpp"
#include "solvers/decision/outline.hpp"
#include "solvers/signal/air_filter.hpp"

namespace wavesim {

/// Recorded traces after the absorption of sound in air (Medium::air, which the plan's scene must have).
class HeardTraces final : public TraceSource {
  public:
    HeardTraces(const PlanOutline& plan, const TraceSource& recorded);

    std::int64_t shots() const override { return recorded_.shots(); }
    std::int64_t receivers() const override { return recorded_.receivers(); }
    std::int64_t steps(std::int64_t shot) const override { return recorded_.steps(shot); }
    std::vector<double> block(std::int64_t shot, std::int64_t first, std::int64_t count) const override;

  private:
    AirFilter filter_of(std::int64_t steps) const;

    const PlanOutline& plan_;
    const TraceSource& recorded_;
    std::int64_t most_steps_;
    AirFilter filter_;  ///< filter for the longest shot
};

}  // namespace wavesim
