// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>

#include "stencils/problem/state.hpp"

namespace wavesim {

class TraceCorrection;

/// Receives the output of a run in the order of time. File formats are in `io/`.
class Recorder {
  public:
    virtual ~Recorder() = default;
    /// Samples of `steps` consecutive steps from `first_step` on; `values` is (step, receiver).
    virtual void traces(std::int64_t first_step, std::int64_t steps, std::span<const double> values) = 0;
    /// Removes the time dispersion from all traces, after the end of a run whose plan requests it. Returns their
    /// largest |pressure|.
    virtual double correct_traces(const TraceCorrection& correction) = 0;
    /// One snapshot u^step of plan.decision.snapshots->box, x fastest.
    virtual void snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) = 0;

    /// Saves the data that it has received and not yet passed on.
    virtual void save(StateSink& sink) = 0;
    /// Continues from the saved state of the same plan; nothing may be recorded yet. Throws StateError and changes
    /// nothing if the state does not fit.
    virtual void load(StateSource& source) = 0;
};

}  // namespace wavesim
