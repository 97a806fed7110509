// SPDX-License-Identifier: MIT
#pragma once
#include <numbers>
#include <vector>

#include "stencils/equations/symbol.hpp"

namespace wavesim::equations {

/// How a plane wave propagates in a grid with a homogeneous medium.
struct PlaneWave {
    double wave_number = 0;                                                  ///< rad/m
    double frequency = 0;                                                    ///< Hz
    double speed = 0;                                                        ///< phase speed, m/s
    double decay = 0;                                                        ///< decay of its amplitude in time, 1/s
    double quality() const { return std::numbers::pi * frequency / decay; }  ///< Q; infinite without decay
};

/// The waves along a direction, for ascending wave numbers [rad per node] from a small one on. At the first wave number
/// the eigenvalue of G with the speed nearest to `speed` is chosen. It is then followed to the other wave numbers.
std::vector<PlaneWave> plane_waves(const Symbol& symbol, const Setting& setting, const Symbol::WaveVector& direction,
                                   const std::vector<double>& wave_numbers, double speed);

}  // namespace wavesim::equations
