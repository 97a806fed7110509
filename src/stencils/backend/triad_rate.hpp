// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Two arrays on which the in-place triad a = k b - a can be timed repeatedly.
class TriadRate {
  public:
    virtual ~TriadRate() = default;
    /// Seconds per element for that many sweeps.
    virtual double run(int sweeps) = 0;
};

}  // namespace wavesim
