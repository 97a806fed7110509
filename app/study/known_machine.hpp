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

/// The machine for one scene after the other: its rates are measured once for equal choices, its free memory is looked
/// at twice a second.
class KnownMachine {
  public:
    /// `seconds`: how long a measurement takes at most.
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
