// SPDX-License-Identifier: MIT
#include "solvers/exact/free_field.hpp"

#include <cmath>
#include <numbers>

#include "solvers/exact/line_source.hpp"

namespace wavesim {

std::vector<double> free_field_3d(const Signal& signal, double distance_m, double sound_speed_m_s, double time_step_s,
                                  std::int64_t steps) {
    std::vector<double> pressure(static_cast<std::size_t>(steps));
    const double delay = distance_m / sound_speed_m_s;
    const double spread = 4 * std::numbers::pi * distance_m;
    for (std::int64_t n = 0; n < steps; ++n)
        pressure[static_cast<std::size_t>(n)] = signal.value(static_cast<double>(n) * time_step_s - delay) / spread;
    return pressure;
}

std::vector<double> free_field_2d(const Signal& signal, double distance_m, double sound_speed_m_s, double time_step_s,
                                  std::int64_t steps, const std::function<void()>& look) {
    std::vector<double> pressure(static_cast<std::size_t>(steps), 0.0);
    LineSource(signal).add(distance_m / sound_speed_m_s, time_step_s, pressure, look);
    return pressure;
}

}  // namespace wavesim
