// SPDX-License-Identifier: MIT
#pragma once
#include <numbers>
#include <vector>

#include "stencils/equations/symbol.hpp"

namespace wavesim::equations {

/// How a plane wave moves through a grid whose medium is the same everywhere.
struct PlaneWave {
    double wave_number = 0;                                                  ///< rad/m
    double frequency = 0;                                                    ///< Hz
    double speed = 0;                                                        ///< of its phase, m/s
    double decay = 0;                                                        ///< of its amplitude in time, 1/s
    double quality() const { return std::numbers::pi * frequency / decay; }  ///< Q; infinite without decay
};

/// The waves along a direction whose wave numbers [rad per node] ascend from a small one: of the eigenvalues of G the
/// one that moves most nearly with `speed` at the first, and goes on from there.
std::vector<PlaneWave> plane_waves(const Symbol& symbol, const Setting& setting, const Symbol::WaveVector& direction,
                                   const std::vector<double>& wave_numbers, double speed);

}  // namespace wavesim::equations
