// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Two arrays over which the in-place triad a = k b - a can be timed again and again.
class TriadRate {
  public:
    virtual ~TriadRate() = default;
    /// Seconds per element of that many sweeps.
    virtual double run(int sweeps) = 0;
};

}  // namespace wavesim
