// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "solvers/scene.hpp"

namespace wavesim {

/// A source signal s(t) in Pa m, continuous time, with its antiderivative.
class Signal {
  public:
    /// `time_step_s` sets the width of an impulse and the grid of sampled signals.
    Signal(const SignalRequest& request, double time_step_s);
    double value(double t) const;
    /// Samples s(nT), n = 0 .. steps-1; with `filtered` the two-step box average
    /// [S(t+T) - S(t-T)] / (2T), which undoes the omega T / sin(omega T) of an exactly dispersed two-step scheme.
    std::vector<double> sample(std::int64_t steps, bool filtered) const;

  private:
    SignalRequest request_;
    double time_step_s_;
    std::vector<double> resampled_;
};

}  // namespace wavesim
