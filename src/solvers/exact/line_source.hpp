// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "solvers/signal/signal.hpp"

namespace wavesim {

/// The field of a line source whose first sound arrives after a delay d:
///   p(t) = (1/2 pi) int_0^{acosh(t/d)} s(t - d cosh a) da = (1/2 pi) int_d^t s(t - tau) / sqrt(tau^2 - d^2) dtau
/// [Pa for s in Pa m per m].
/// Near the front the first form is integrated in panels of the signal's time scale with 6 Gauss-Legendre nodes
/// each. Long after it the kernel is smooth over the whole signal: its Taylor series is summed with the moments of the
/// signal.
class LineSource {
  public:
    explicit LineSource(const Signal& signal);

    /// Adds the pressure at t = n T, n = 0 .. size-1. Calls `look` many times a second; it may throw to stop the
    /// computation.
    void add(double delay_s, double time_step_s, std::vector<double>& pressure,
             const std::function<void()>& look = {}) const;

  private:
    static constexpr int terms = 12;
    double near_front(double t, double delay_s) const;
    double far_behind(double t, double delay_s) const;

    const Signal& signal_;
    double end_;
    std::array<double, terms> moments_{};  ///< int s(v) (v - end/2)^m dv
};

}  // namespace wavesim
