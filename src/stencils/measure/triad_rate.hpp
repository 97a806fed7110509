// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>

#include "stencils/grid.hpp"

namespace wavesim {

/// Two arrays over which the in-place triad a = k b - a can be timed again and again.
class TriadRate {
  public:
    virtual ~TriadRate() = default;
    /// Seconds per element of that many sweeps.
    virtual double run(int sweeps) = 0;
};

/// Throws std::bad_alloc.
std::unique_ptr<TriadRate> make_triad_rate(std::int64_t elements, Precision precision, int threads);

}  // namespace wavesim
