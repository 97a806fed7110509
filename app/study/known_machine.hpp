// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/run_choices.hpp"
#include "stencils/backend/machine.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

/// The machine for a sequence of scenes. Its rates are measured once per set of choices. Its free memory is read twice
/// a second.
class KnownMachine {
  public:
    /// `seconds`: longest time of a measurement.
    explicit KnownMachine(double seconds) : seconds_(seconds) {}
    /// Throws as measured_machine() does.
    Machine operator()(const RunChoices& choices, PlanDraft& draft);

  private:
    double seconds_;
    std::vector<std::pair<std::string, Machine>> known_;  ///< by choices
    Stopwatch since_look_;
    std::int64_t memory_available_ = 0;
};

}  // namespace wavesim
