// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "stencils/problem/state.hpp"

namespace wavesim {

/// Integrates samples over time as they arrive, with the interval T. Each step adds T times the mean over the step,
/// estimated from the last samples. The weights are least-squares fits for waves up to a quarter of the sampling rate
/// (4 points per period), and exact at frequency 0. If the time dispersion of a scheme is later removed from traces,
/// the integral is that of the scheme, where a frequency w counts as (2/T) sin(w T/2) (TimeDispersion).
class SlopeIntegral {
  public:
    static constexpr std::size_t taps = 8;
    enum class Time { exact, scheme };
    static std::array<double, taps> weights(Time time);

    /// Integrates the columns `which` of samples with shape (step, column).
    SlopeIntegral(std::vector<std::size_t> which, double time_step_s, Time time);

    /// Replaces the columns `which` of consecutive steps by their integrals; `columns` is the number of all columns.
    void apply(std::span<double> samples, std::size_t columns);

    void save(StateSink& sink);
    void load(StateSource& source);
    bool any() const { return !which_.empty(); }

  private:
    std::vector<StateArray> arrays();

    std::vector<std::size_t> which_;
    std::array<double, taps> weights_;  ///< times T, newest sample first
    std::vector<double> last_;          ///< (column, age)
    std::vector<double> sums_;          ///< integral of each column so far
};

}  // namespace wavesim
