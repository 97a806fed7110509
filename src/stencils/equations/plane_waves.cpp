// SPDX-License-Identifier: MIT
#include "stencils/equations/plane_waves.hpp"

#include <cmath>
#include <numbers>

namespace wavesim::equations {

std::vector<PlaneWave> plane_waves(const Symbol& symbol, const Setting& setting, const Symbol::WaveVector& direction,
                                   const std::vector<double>& wave_numbers, double speed) {
    std::vector<PlaneWave> waves;
    const double length = std::hypot(direction[0], direction[1], direction[2]);
    double expected = speed;
    double loss = 0;  // decay divided by squared wave number, which distinguishes waves of equal speed
    for (const double per_node : wave_numbers) {
        const double share = per_node / length;
        const Symbol::WaveVector k{direction[0] * share, direction[1] * share, direction[2] * share};
        const double wave_number = per_node / setting.spacing;
        const Symbol::Complex sought = std::polar(std::exp(-loss * wave_number * wave_number * setting.time_step),
                                                  expected * wave_number * setting.time_step);
        Symbol::Complex nearest = 0;
        for (const Symbol::Complex& value : symbol.eigenvalues(k, setting))
            if (std::abs(value - sought) < std::abs(nearest - sought)) nearest = value;
        const double turn = std::abs(std::arg(nearest));
        PlaneWave wave;
        wave.wave_number = wave_number;
        wave.frequency = turn / (2 * std::numbers::pi * setting.time_step);
        wave.speed = turn / (setting.time_step * wave_number);
        wave.decay = -std::log(std::abs(nearest)) / setting.time_step;
        expected = wave.speed;
        loss = wave.decay / (wave_number * wave_number);
        waves.push_back(wave);
    }
    return waves;
}

}  // namespace wavesim::equations
