// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>

#include "stencils/problem/state.hpp"

namespace wavesim {

class TraceCorrection;

/// Receives what a run produces, in order of time. Formats live in `io/`.
class Recorder {
  public:
    virtual ~Recorder() = default;
    /// Samples of `steps` consecutive steps from `first_step` on; `values` is (step, receiver).
    virtual void traces(std::int64_t first_step, std::int64_t steps, std::span<const double> values) = 0;
    /// A run whose plan asks for it has ended: removes the time dispersion from all its traces. Returns their largest
    /// |pressure|.
    virtual double correct_traces(const TraceCorrection& correction) = 0;
    /// One snapshot u^step of plan.decision.snapshots->box, x fastest.
    virtual void snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) = 0;

    /// Saves what it has received and still holds back.
    virtual void save(StateSink& sink) = 0;
    /// Goes on from what was saved of the same plan; nothing may be recorded yet. Throws StateError and changes nothing
    /// where it does not fit.
    virtual void load(StateSource& source) = 0;
};

}  // namespace wavesim
