// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>

#include "solvers/plan.hpp"

namespace wavesim {

/// A pressure that no sound of the plan's sources passes, since it would take more energy than they give. Source i
/// alone excites mode m of the domain to |p_m| <= 2^dims c^2 / V |S_i(f_m)| / (2 pi f_m), S_i the Fourier transform of
/// its signal [Pa m s]; the bound is the sum over all modes and sources, as if all were in phase at the receiver. It
/// counts modes from above, those of a box of the domain's sizes, takes the slowest sound and the contrast of
/// impedances, and adds the direct sound and the mean pressure of a closed room. So it holds for open sides and solids,
/// too.
class LoudestSound {
  public:
    explicit LoudestSound(const PlanOutline& plan);

    /// Pa, at a receiver of the plan (whose points are placed).
    double at(std::size_t receiver) const;

  private:
    const PlanOutline& plan_;
    double modes_pa_ = 0;
    std::vector<double> peaks_pa_m_;  ///< of the signals
};

}  // namespace wavesim
