// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "stencils/problem/state.hpp"

namespace wavesim {

/// Integrates samples over time as they come, T apart: each step adds T times what the last samples say of their mean
/// over the step. Their weights are fitted in least squares to waves of up to a quarter of the rate (4 points per
/// period), and exact at frequency 0. Where the time dispersion of a scheme is removed from traces later, the integral
/// is that of the scheme, whose waves w count as (2/T) sin(w T/2) (TimeDispersion).
class SlopeIntegral {
  public:
    static constexpr std::size_t taps = 8;
    enum class Time { exact, scheme };
    static std::array<double, taps> weights(Time time);

    /// Integrates the columns `which` of samples with shape (step, column).
    SlopeIntegral(std::vector<std::size_t> which, double time_step_s, Time time);

    /// Replaces the columns of consecutive steps by their integrals; `columns` of them in all.
    void apply(std::span<double> samples, std::size_t columns);

    void save(StateSink& sink);
    void load(StateSource& source);
    bool any() const { return !which_.empty(); }

  private:
    std::vector<StateArray> arrays();

    std::vector<std::size_t> which_;
    std::array<double, taps> weights_;  ///< times T, of the newest sample first
    std::vector<double> last_;          ///< (column, age)
    std::vector<double> sums_;          ///< of each column
};

}  // namespace wavesim
