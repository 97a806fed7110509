// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "app/run_console.hpp"
#include "stencils/backend/stopwatch.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// Reports the progress of saving a checkpoint if it takes longer than a second.
class SavingConsole {
  public:
    explicit SavingConsole(RunConsole& console) : console_(console) {}

    /// The writing of a state of at most `most_bytes` begins.
    void begin(std::int64_t step, std::int64_t most_bytes);
    void handed_over(std::int64_t bytes) { handed_bytes_ += bytes; }
    /// Reports the progress if it is time to; `waiting_bytes` still wait for the disk.
    void tell(std::int64_t waiting_bytes);

  private:
    RunConsole& console_;
    SavingProgress progress_;
    std::int64_t handed_bytes_ = 0;
    Stopwatch saving_;
    double reported_s_ = 0;
};

}  // namespace wavesim
