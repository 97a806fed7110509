// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "stencils/gpu/common/energy_meter.hpp"

namespace wavesim {

/// What a call of some work has done, such as time steps, and how long it took.
struct WorkDone {
    std::int64_t count = 0;
    double seconds = 0;
};

/// Joules per unit of work, which is called again and again for at least `seconds` between two readings of a meter that
/// counts upwards; empty if the meter cannot be read. The meter counts whatever else the device does, idle time too.
std::optional<double> joules_per_unit(const std::function<EnergyReading()>& read, const std::function<WorkDone()>& work,
                                      double seconds);

}  // namespace wavesim
