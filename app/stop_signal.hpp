// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>

namespace wavesim {

/// While it lives, the first SIGINT or SIGTERM asks for a stop and says so on standard error; a second one ends
/// the program at once. One instance at a time.
class StopSignals {
  public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    const std::atomic<bool>& requested() const;
    /// The signal that came first; 0 when none did.
    int signal() const;
};

}  // namespace wavesim
