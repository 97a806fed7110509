// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// A source signal s(t) in Pa m: continuous in time and 0 before t = 0. Sampled signals are evaluated by band-limited
/// (Kaiser-windowed sinc) interpolation, which also removes frequencies that a grid with that time step cannot
/// represent. An impulse is A/T times a band-limited pulse, so that its samples at t = nT are A/T at one step.
class Signal {
  public:
    /// `time_step_s` sets the width of an impulse and the band limit of sampled signals.
    Signal(SignalRequest request, double time_step_s);
    double value(double t) const;
    /// Samples s(nT), n = 0 .. steps-1; with `filtered` the two-step box average
    /// [S(t+T) - S(t-T)] / (2T), which undoes the omega T / sin(omega T) of an exactly dispersed two-step scheme
    /// (sampled signals: (1, 4, 1)/6, impulses: (1, 2, 1)/4).
    std::vector<double> sample(std::int64_t steps, bool filtered) const;

    /// Delay t0 in use, s.
    double delay() const { return delay_s_; }
    /// The signal is negligible (below 1e-9 of its peak) after this time, s; infinite for a sine.
    double end() const;
    /// Shortest time over which the signal varies, s: quadratures resolve it.
    double time_scale() const;
    /// max |s| over all times (a bound for sampled signals).
    double peak() const;

  private:
    double antiderivative(double t) const;
    double sampled_value(double t) const;

    SignalRequest request_;
    double time_step_s_;
    double delay_s_;
};

}  // namespace wavesim
